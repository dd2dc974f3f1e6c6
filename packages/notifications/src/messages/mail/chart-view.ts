import { type Html, html } from '@funnel/pages';
import type { Bar, Chart } from '../texts/message-text.ts';
import { font, paint, toneColour, toneGround } from './look.ts';

const HEIGHT = 64;
const LOWEST = 2;
/** How many bars a name below them takes. */
const LABEL_BARS = 5;

/** Bars as cells of a table: no picture, so nothing is blocked or loaded. */
export function chartView({ caption, highest, bars, first, last, marked }: Chart): Html {
  const since = marked ? `, broken since ${marked.text}` : '';
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0">
<tr><td${paint({ text: 'quiet', style: `${font(13, 18)};padding-bottom:8px` })}>${caption}</td>
<td align="right"${paint({ text: 'quiet', style: `${font(13, 18)};padding-bottom:8px;white-space:nowrap` })}>highest ${highest}</td></tr>
</table>
<div role="img" aria-label="${caption}: ${first} to ${last}, highest ${highest}${since}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">
<tr>${bars.map(barView)}</tr>
<tr>${labels({ bars, first, last, marked }).map(
    ({ span, align, text }) =>
      html`<td colspan="${span}" align="${align}"${paint({ text: 'quiet', style: `${font(12, 16)};padding-top:6px;white-space:nowrap;overflow:hidden` })}>${text}</td>`,
  )}</tr>
</table>
</div>`;
}

function barView({ height, tone, isOver }: Bar): Html {
  const pixels = height === null ? 0 : Math.max(LOWEST, Math.round(height * HEIGHT));
  const ground = tone === 'plain' ? {} : ({ ground: toneGround(tone) } as const);
  const bar =
    pixels > 0 &&
    html`<div${paint({ ground: toneColour(tone), style: `height:${pixels}px;line-height:${pixels}px;font-size:1px;border-radius:2px 2px 0 0${isOver ? '' : ';opacity:0.5'}` })}>&nbsp;</div>`;
  return html`<td height="${HEIGHT}" valign="bottom"${paint({ ...ground, style: `height:${HEIGHT}px;padding:0 1px;vertical-align:bottom` })}>${bar}</td>`;
}

interface Label {
  span: number;
  align: 'left' | 'center' | 'right';
  text: string;
}

/** The first day, the day of the break below its bar, and the last; none where two would meet. */
function labels({ bars, first, last, marked }: Pick<Chart, 'bars' | 'first' | 'last' | 'marked'>): Label[] {
  const half = Math.floor(LABEL_BARS / 2);
  const start = marked ? marked.index - half : -1;
  const rest = bars.length - start - LABEL_BARS;
  if (!marked || start < half || rest < half) {
    const left = Math.ceil(bars.length / 2);
    return [
      { span: left, align: 'left', text: first },
      { span: Math.max(1, bars.length - left), align: 'right', text: last },
    ];
  }
  return [
    { span: start, align: 'left', text: start < LABEL_BARS ? '' : first },
    { span: LABEL_BARS, align: 'center', text: marked.text },
    { span: rest, align: 'right', text: rest < LABEL_BARS ? '' : last },
  ];
}
