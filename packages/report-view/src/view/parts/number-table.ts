import { csvOf, type TableCell, textOf } from '../tables/csv.ts';
import { button, el } from '../browser/html.ts';
import { columnHead, rowOf, tableOf } from './table.ts';

/** A table behind a chart: the same numbers, for reading aloud and for copying. */
export function numberTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly TableCell[])[],
): HTMLElement {
  const table = scrolledTable(caption, head, rows, true);
  return el('details', {}, el('summary', {}, caption), copyButton(csvOf(head, rows)), table);
}

/** A table that is scrolled sideways where it is too wide. */
export function scrolledTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly TableCell[])[],
  isCaptionHidden = false,
): HTMLElement {
  const table = tableOf({
    class: 'numbers',
    caption,
    isCaptionHidden,
    head: head.map((text) => columnHead(text)),
    rows: rows.map(([name = '', ...values]) =>
      rowOf([textOf(name)], ...values.map((value) => el('td', {}, textOf(value)))),
    ),
  });
  return el('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': caption }, table);
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
