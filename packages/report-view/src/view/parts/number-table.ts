import { csvOf, type TableCell, textOf } from '../tables/csv.ts';
import { button, el } from '../browser/html.ts';

/** A table behind a chart: the same numbers, for reading aloud and for copying. */
export function numberTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly TableCell[])[],
): HTMLElement {
  const table = scrolledTable(caption, head, rows, 'hidden');
  return el('details', {}, el('summary', {}, caption), copyButton(csvOf(head, rows)), table);
}

/** A table that is scrolled sideways where it is too wide. */
export function scrolledTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly TableCell[])[],
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

function row([name = '', ...values]: readonly TableCell[]): HTMLElement {
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, textOf(name)),
    ...values.map((value) => el('td', {}, textOf(value))),
  );
}

/** Copies a table. Where the host forbids it, the text is shown and marked, so that one key copies it. */
function copyButton(csv: string): HTMLElement {
  const place = el('span', { class: 'copy' });
  const copy = button('Copy as CSV', () => {
    writeToClipboard(csv).then(
      () => (copy.textContent = 'Copied'),
      () => showMarked(csv, place),
    );
  });
  place.append(copy);
  return place;
}

/** Old browsers and pages without https have no clipboard. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function showMarked(csv: string, place: HTMLElement): void {
  const text = el('textarea', { readonly: true, rows: 6, 'aria-label': 'The table as CSV' });
  text.value = csv;
  place.replaceChildren(text);
  text.select();
}
