import { type Html, html } from '@funnel/pages';
import type { Tone } from '../texts/message-text.ts';

/** The colours of the pages, in light and dark. Mail programs know no variables. */
export const COLOURS = {
  ground: ['#ffffff', '#1f1f1e'],
  raised: ['#f6f6f3', '#2a2a28'],
  text: ['#1c1c1a', '#f2f1ec'],
  quiet: ['#5c5b56', '#b4b2a9'],
  line: ['#e3e2dc', '#3a3a37'],
  accent: ['#2457c5', '#86acff'],
  'on-accent': ['#ffffff', '#10203f'],
  up: ['#146c3a', '#74d69a'],
  'up-soft': ['#e8f4ec', '#223529'],
  down: ['#b3261e', '#ff9d94'],
  'down-soft': ['#fceeed', '#3f2725'],
} as const;
type Colour = keyof typeof COLOURS;

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';

/** Attributes for the colour of the text and of the ground: the light one inline, a class for the dark one. */
export function paint({ text, ground, style = '', name = '' }: Paint): Html {
  const classes = [name, text && `text-${text}`, ground && `ground-${ground}`].filter(Boolean).join(' ');
  const colours = [
    ...(text ? [`color:${COLOURS[text][0]}`] : []),
    ...(ground ? [`background-color:${COLOURS[ground][0]}`] : []),
  ];
  return html` class="${classes}" style="${[...colours, ...(style === '' ? [] : [style])].join(';')}"`;
}

/** The same for what has a line above it. */
export function ruled({ text = 'text', style = '', name = '' }: Paint): Html {
  return paint({
    text,
    name: `bordered${name === '' ? '' : ` ${name}`}`,
    style: `border-top:1px solid ${COLOURS.line[0]};${style}`,
  });
}

interface Paint {
  text?: Colour;
  ground?: Colour;
  style?: string;
  /** Another class. */
  name?: string;
}

/** The colour of text that says something good or bad. */
export function toneColour(tone: Tone): Colour {
  return tone === 'plain' ? 'accent' : tone;
}

/** The ground under such a text. */
export function toneGround(tone: Tone): Colour {
  return tone === 'plain' ? 'raised' : `${tone}-soft`;
}

/** `font` of CSS in the font of the product. */
export function font(size: number, lineHeight: number, weight = 400): string {
  return `font:${weight} ${size}px/${lineHeight}px ${FONT}`;
}

const DARK = Object.entries(COLOURS).map(
  ([name, [, dark]]) =>
    html`.text-${name}{color:${dark}!important}.ground-${name}{background-color:${dark}!important}`,
);

/** What inline styles cannot say: dark mode and phones. */
export const STYLE = html`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-decoration:none}
a:hover{text-decoration:underline}
@media (max-width:480px){.card{padding:20px 16px!important}.outside{padding:12px 8px!important}.wide{display:none!important}.website{width:45%}.viewers{width:24%}.revenue{width:31%}.title{font-size:20px!important;line-height:26px!important}}
@media (prefers-color-scheme:dark){${DARK}.bordered{border-color:${COLOURS.line[1]}!important}.outside{background-color:#161615!important}}
</style>`;
