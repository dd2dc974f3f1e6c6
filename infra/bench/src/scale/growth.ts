import type { Year } from './simulate-years.ts';
import { bytesOf, type TableSize } from './table-sizes.ts';

/** The tables that grow for ever: docs/reference/retention.md says why. All others must stay as they are. */
const GROWING = new Set([
  'rollups',
  'element_fields',
  'element_products',
  'insights_snapshots',
  'insights_metrics',
]);
/** Ids are packed by days, and years pass a week at a time: only the worker at the end packs some. */
const NOT_SIMULATED = new Set(['packed_event_ids', 'packed_slices']);
/** What is kept longest, the audit log, is complete after 400 days. */
const SETTLED_AFTER_YEARS = 2;
/** Pages that are used again are never all full, so a table that does not grow still varies. */
const ROWS_TOLERANCE = { share: 1.05, more: 20 };
const BYTES_TOLERANCE = { share: 1.3, more: 512 * 1024 };

/** Whether a table may grow. */
export function mayGrow(name: string): boolean {
  return GROWING.has(name);
}

/** The tables that grew after the second year, and must not. */
export function grownTables(years: readonly Year[]): string[] {
  const settled = years.find(({ year }) => year === SETTLED_AFTER_YEARS);
  const last = years.at(-1);
  if (!settled || !last) return [];
  const before = new Map(settled.sizes.map((size) => [size.name, size]));
  return last.sizes.flatMap((size) => {
    const then = before.get(size.name);
    if (mayGrow(size.name) || NOT_SIMULATED.has(size.name) || !then) return [];
    const isLarger =
      size.rows > then.rows * ROWS_TOLERANCE.share + ROWS_TOLERANCE.more ||
      bytesOf(size) > bytesOf(then) * BYTES_TOLERANCE.share + BYTES_TOLERANCE.more;
    return isLarger
      ? [`${size.name}: ${describe(then)} in year ${settled.year}, ${describe(size)} at the end`]
      : [];
  });
}

function describe(size: TableSize): string {
  return `${size.rows} rows and ${bytesOf(size)} bytes`;
}
