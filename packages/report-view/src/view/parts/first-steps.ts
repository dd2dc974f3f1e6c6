import type { Extras } from '../answers/extras.ts';
import type { Format } from '../texts/format.ts';
import { el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { deeper, inWindow } from '../questions/question.ts';

interface Website {
  id: number;
  name: string;
}

const MAX_LISTS = 5;
const MAX_NAMED = 10;

/** What a newcomer has done and has still to do, for each website. Empty as soon as one of them has an event. */
export function firstSteps(websites: readonly Website[], context: DrawContext): Node[] {
  const silent = silentOf(websites, context.extras);
  if (silent.length === 0 || silent.length < websites.length) return [];
  const more = silent.length - MAX_LISTS;
  return [
    el(
      'section',
      { class: 'first-steps', 'aria-label': 'First steps' },
      el('h2', {}, 'No events yet'),
      ...silent.slice(0, MAX_LISTS).map((website) => listOf(website, context)),
      more > 0 && el('p', {}, `and ${context.format.count(more)} more websites`),
    ),
  ];
}

/** Links to the websites without events, where others have some. */
export function silentWebsites(
  websites: readonly Website[],
  { extras, question, link }: DrawContext,
): Node[] {
  const silent = silentOf(websites, extras);
  if (silent.length === 0 || silent.length === websites.length) return [];
  const more = silent.length - MAX_NAMED;
  const links = silent
    .slice(0, MAX_NAMED)
    .flatMap(({ id, name }, index) => [
      index > 0 ? ', ' : ' ',
      link(name, deeper(question, 'website', { website_id: id })),
    ]);
  const end = more > 0 ? ` and ${more} more.` : '.';
  return [el('p', { class: 'explanation' }, 'No event has ever arrived from', ...links, end)];
}

/** Where nothing happened in these days, but earlier: the way to all days. */
export function earlierEvents(
  websites: readonly Website[],
  { extras, notes, question, link, format }: DrawContext,
): Node[] {
  const known = websites.flatMap(({ id }) => extras.activity?.[id] ?? []);
  const recorded = recordedText(known, format);
  if (recorded === undefined) return [];
  const isFuture = notes.some(({ code }) => code === 'future_window');
  const why = isFuture ? 'These days have not begun. ' : `Nothing happened in these days. ${recorded} `;
  return [el('p', { class: 'explanation' }, why, link('Show all time', inWindow(question, 'all_time')))];
}

/** When events were recorded: "Events were recorded from 19 Nov 2024 to 2 Oct 2026." Undefined without any. */
export function recordedText(
  websites: readonly { first_day: string | null; last_day: string | null }[],
  { days }: Pick<Format, 'days'>,
): string | undefined {
  const [first] = websites.flatMap(({ first_day: day }) => day ?? []).toSorted();
  const last = websites
    .flatMap(({ last_day: day }) => day ?? [])
    .toSorted()
    .at(-1);
  if (first === undefined) return undefined;
  if (last === undefined) return `Events begin on ${days(first, first)}.`;
  if (first === last) return `Events were recorded on ${days(first, first)}.`;
  return `Events were recorded from ${days(first, first)} to ${days(last, last)}.`;
}

function silentOf(websites: readonly Website[], { activity }: Extras): Website[] {
  return websites.filter(({ id }) => activity?.[id]?.first_day === null);
}

function listOf({ id, name }: Website, { extras: { activity }, format, host }: DrawContext): HTMLElement {
  const campaigns = activity?.[id]?.campaigns ?? 0;
  const sent = `The catalog was sent: ${format.count(campaigns)} ${campaigns === 1 ? 'campaign' : 'campaigns'}.`;
  const send = 'Send the catalog to the event intake: the campaigns with their variants, steps and elements.';
  return el(
    'div',
    {},
    el('h3', {}, name),
    el(
      'ul',
      {},
      item(true, 'The website is set up.'),
      campaigns === 0 && tokenItem(host?.tokensAddress),
      item(campaigns > 0, campaigns > 0 ? sent : send),
      item(false, 'Send the first event. Reports show it within seconds.'),
    ),
  );
}

function tokenItem(tokens: string | undefined): HTMLElement | undefined {
  if (tokens === undefined) return undefined;
  return item(false, el('a', { href: tokens }, 'Create a token'), ' that may send the catalog and events.');
}

function item(isDone: boolean, ...text: (string | Node)[]): HTMLElement {
  return el(
    'li',
    { class: isDone ? 'done' : 'todo' },
    el('span', { 'aria-hidden': 'true' }, isDone ? '✓ ' : '○ '),
    el('span', { class: 'hidden' }, isDone ? 'Done: ' : 'To do: '),
    ...text,
  );
}
