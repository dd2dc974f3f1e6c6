import type { WebsiteFacts } from '@funnel/db';
import type { Operation } from '@funnel/operations';
import { csvRow } from '@funnel/pages';
import type { Table } from './table.ts';

/** The currency of the amounts in a row. A row of a report about several websites is one of them. */
type CurrencyOf = (row: Readonly<Record<string, unknown>>) => string | undefined;

type Cells = Readonly<Record<string, unknown>>;

/** The last column of every report: the body has the currency once for all rows, or not at all. */
const CURRENCY = 'currency';

/** Writes CSV (RFC 4180): a header row, CRLF, quotes where needed. */
export function toCsv({ path, columns }: Table, body: unknown, currencyIn: CurrencyOf): string {
  const items = path.reduce((at, key) => (at as Record<string, unknown>)[key], body) as object[];
  const rows = items.flatMap((item) => rowsOf(item));
  const shown = columns.filter(({ name, isOptional }) => !isOptional || rows.some((row) => name in row));
  const lines = [
    [...shown.map(({ name }) => name), CURRENCY],
    ...rows.map((row) => [...shown.map(({ name }) => row[name]), currencyIn(row)]),
  ];
  return lines.map(csvRow).join('');
}

/** One row per item, or one per entry of the item's list. */
function rowsOf(item: object, prefix = ''): Cells[] {
  return Object.entries(item).reduce<Cells[]>(
    (rows, [key, value]: [string, unknown]) => {
      const name = `${prefix}${key}`;
      const parts = partsOf(value, name);
      return rows.flatMap((row) => parts.map((part) => ({ ...row, ...part })));
    },
    [{}],
  );
}

function partsOf(value: unknown, name: string): Cells[] {
  if (Array.isArray(value)) return value.flatMap((entry: object) => rowsOf(entry, `${name}.`));
  if (typeof value === 'object' && value !== null) return rowsOf(value, `${name}.`);
  return [{ [name]: value }];
}

/** Returns the currency of each row of a report about these websites. */
export function currencyOf({ websiteRule }: Operation, websites: readonly WebsiteFacts[]): CurrencyOf {
  if (websiteRule === 'one') return () => websites[0]?.currency;
  const currencies = new Map<unknown, string>(websites.map(({ id, currency }) => [id, currency]));
  return ({ id }) => currencies.get(id);
}
