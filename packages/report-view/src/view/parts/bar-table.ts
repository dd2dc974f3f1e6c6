import { el, opener } from '../html.ts';

/** A row with a bar below its name. */
interface BarRow {
  name: string;
  detail?: string | undefined;
  /** The length of the bar. */
  value: number;
  cells: readonly (string | Node | undefined)[];
  open?: (() => void) | undefined;
}

interface BarTable {
  /** What the table shows. */
  caption: string;
  head: readonly string[];
  rows: readonly BarRow[];
  /** Whether the bars stand in the middle, as in a funnel. */
  isFunnel?: boolean;
}

/** A chart of bars that is a table, so that it can be read in any way. */
export function barTable({ caption, head, rows, isFunnel = false }: BarTable): HTMLElement {
  const longest = Math.max(0, ...rows.map(({ value }) => value));
  return el(
    'table',
    { class: isFunnel ? 'bars funnel' : 'bars' },
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...rows.map((row) => barRow(row, longest))),
  );
}

function barRow({ name, detail, value, cells, open }: BarRow, longest: number): HTMLElement {
  const share = longest > 0 ? (100 * Math.max(0, value)) / longest : 0;
  const bar = el(
    'span',
    { class: 'track', 'aria-hidden': 'true' },
    el('span', { class: 'bar', '--length': `${share}%` }),
  );
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      opener(name, open),
      detail !== undefined && ' ',
      detail !== undefined && el('span', { class: 'detail' }, detail),
      bar,
    ),
    ...cells.map((cell) => el('td', {}, cell)),
  );
}
