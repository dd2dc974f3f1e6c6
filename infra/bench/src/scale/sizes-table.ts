import { mayGrow } from './growth.ts';
import type { Year } from './simulate-years.ts';
import { bytesOf } from './table-sizes.ts';

const HEADER = ['table', 'must stay'];
/** Smaller ones are a few pages. */
const SHOWN_ROWS = 1;

/** Rows and megabytes of every table at the end of some years, and the parts at the end of the last one; in Markdown. */
export function sizesTable(years: readonly Year[]): string {
  const shown = shownYears(years);
  const last = years.at(-1);
  const header = [
    ...HEADER,
    ...shown.map(({ year }) => `year ${year}: rows, MB`),
    'of that table, indexes, long values',
  ];
  const names = (last?.sizes ?? []).filter(({ rows }) => rows >= SHOWN_ROWS);
  const lines = names
    .toSorted((one, other) => bytesOf(other) - bytesOf(one))
    .map((size) => [
      `\`${size.name}\``,
      mayGrow(size.name) ? '' : 'flat',
      ...shown.map(({ sizes }) => {
        const then = sizes.find(({ name }) => name === size.name);
        return then ? `${count(then.rows)}, ${megabytes(bytesOf(then))}` : '';
      }),
      [size.tableBytes, size.indexBytes, size.toastBytes].map(megabytes).join(', '),
    ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The first two, the middle and the last. */
function shownYears(years: readonly Year[]): Year[] {
  const numbers = new Set([1, 2, Math.ceil(years.length / 2), years.length]);
  return years.filter(({ year }) => numbers.has(year));
}

const count = (rows: number) => rows.toLocaleString('en');
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0);
