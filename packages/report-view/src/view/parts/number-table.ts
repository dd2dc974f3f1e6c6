import { el } from '../html.ts';

/** A table behind a chart: the same numbers, for reading aloud and for copying. */
export function numberTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement {
  const table = scrolledTable(caption, head, rows, 'hidden');
  return el('details', {}, el('summary', {}, caption), table);
}

/** A table that is scrolled sideways where it is too wide. */
export function scrolledTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  captionClass?: string,
): HTMLElement {
  const table = el(
    'table',
    { class: 'numbers' },
    el('caption', { class: captionClass }, caption),
    el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...rows.map(row)),
  );
  return el('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': caption }, table);
}

function row([name = '', ...values]: readonly string[]): HTMLElement {
  return el('tr', {}, el('th', { scope: 'row' }, name), ...values.map((value) => el('td', {}, value)));
}
