import type { Activity } from '../extras.ts';
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import type { PageContext } from '../page.ts';

/** What a newcomer has done and has still to do, for each website without events. Empty where all websites have some. */
export function firstSteps(
  websites: readonly { id: number; name: string }[],
  { extras, format }: PageContext,
): Node[] {
  const lists = websites.flatMap(({ id, name }) => {
    const found = extras.activity?.[id];
    return found && found.first_day === null ? [stepsOf(name, found, format)] : [];
  });
  if (lists.length === 0) return [];
  const heading = lists.length === websites.length ? 'No events yet' : 'Websites without events';
  return [
    el(
      'section',
      { class: 'first-steps', 'aria-label': heading },
      el('h2', {}, heading),
      ...lists.slice(0, MAX_SHOWN),
      lists.length > MAX_SHOWN && el('p', {}, `and ${lists.length - MAX_SHOWN} more websites`),
    ),
  ];
}

const MAX_SHOWN = 5;

function stepsOf(name: string, { campaigns = 0 }: Activity, format: Format): HTMLElement {
  const hasCatalog = campaigns > 0;
  return el(
    'div',
    {},
    el('h3', {}, name),
    el(
      'ul',
      {},
      item(true, 'The website is set up.'),
      item(
        hasCatalog,
        hasCatalog
          ? `The catalog was sent: ${format.count(campaigns)} ${campaigns === 1 ? 'campaign' : 'campaigns'}.`
          : 'Send the catalog to the event intake: the campaigns with their variants, steps and elements.',
      ),
      item(false, 'Send the first event. Reports show it within seconds.'),
    ),
  );
}

function item(isDone: boolean, text: string): HTMLElement {
  const state = isDone ? 'Done: ' : 'To do: ';
  return el(
    'li',
    { class: isDone ? 'done' : 'todo' },
    el('span', { 'aria-hidden': 'true' }, isDone ? '✓ ' : '○ '),
    el('span', { class: 'hidden' }, state),
    text,
  );
}
