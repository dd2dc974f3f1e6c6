import { el } from '../browser/html.ts';
import { rowOf, tableOf } from './table.ts';

/** The head of a column with small lines, which is left out where there is no room. */
export const TREND = 'Trend';

/** A row with a bar below its name. */
interface BarRow {
  /** The name, a link where it leads on. */
  name: Node;
  detail?: string | Node | undefined;
  value: number;
  cells: readonly (string | Node | undefined)[];
  /** What is said between this row and the one before. */
  between?: string | undefined;
}

interface BarTable {
  caption: string;
  head: readonly string[];
  /** The column that is left out where there is no room. */
  spare?: string | undefined;
  rows: readonly BarRow[];
  /** Whether the bars stand in the middle, as in a funnel. */
  isFunnel?: boolean;
}

/** A chart of bars that is a table, so that it can be read in any way. */
export function barTable({ caption, head, spare, rows, isFunnel = false }: BarTable): HTMLElement {
  const longest = Math.max(0, ...rows.map(({ value }) => value));
  return tableOf({
    class: isFunnel ? 'bars funnel' : 'bars',
    caption,
    head: head.map((text) => el('th', { scope: 'col', class: classOf(text, spare) }, text)),
    rows: rows.flatMap((row) => barRows(row, longest, { head, spare })),
  });
}

function classOf(column: string | undefined, spare: string | undefined): string | undefined {
  if (column === TREND) return 'trend';
  return column !== undefined && column === spare ? 'spare' : undefined;
}

function barRows(
  { name, detail, value, cells, between }: BarRow,
  longest: number,
  { head, spare }: Pick<BarTable, 'head' | 'spare'>,
): HTMLElement[] {
  const share = longest > 0 ? (100 * Math.max(0, value)) / longest : 0;
  const bar = el(
    'span',
    { class: 'track', 'aria-hidden': 'true' },
    share > 0 && el('span', { class: 'bar', '--length': `${share}%` }),
  );
  const details = detail === undefined ? [] : [' ', el('span', { class: 'detail' }, detail)];
  const row = rowOf(
    [name, ...details, bar],
    ...cells.map((cell, index) => el('td', { class: classOf(head[index + 1], spare) }, cell)),
  );
  if (between === undefined) return [row];
  return [el('tr', { class: 'between' }, el('td', { colspan: head.length }, between)), row];
}
