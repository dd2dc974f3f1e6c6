import {
  type Bucket,
  type CountType,
  estimateUnion,
  clampDistinct,
  formatDay,
  moneyToNumber,
  parseMoneyCents,
  type WebsiteId,
} from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import type { Connection } from '../connection/database.ts';
import { bool, bytea, int4, int8, nullable, text } from '../connection/column-types.ts';
import { statement } from '../statement.ts';
import { storedBuckets } from './subjects.ts';

/** An element and the buckets to read of it. */
export interface BreakdownQuery {
  websiteId: WebsiteId;
  elementId: number;
  cover: Bucket[];
}

/** One answer to a field of an element, with how often it was given. */
export interface FieldRow {
  field: string;
  field_type: string;
  value: string | null;
  count: number;
}

/** One product of an element, with its sales. */
export interface ProductBreakdownRow {
  value: string | null;
  selections: number;
  orders: number;
  revenue: number;
}

const ofElement = { website: int4(), element: int4(), grains: text(), buckets: text() };
const readFields = statement(
  'read-element-fields',
  { ...ofElement, distinct: bool() },
  {
    field: text(),
    field_type: text(),
    value: nullable(text()),
    answers: int8(),
    visitors_sketch: nullable(bytea()),
  },
);
const readProducts = statement('read-element-products', ofElement, {
  value: nullable(text()),
  selections: int8(),
  orders: int8(),
  revenue: text(),
});

/**
 * Reads one row per field and answer, most frequent first; ties by field, then value, null last.
 * @example
 * import { coverWindow, parseDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const cover = coverWindow({ start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 });
 * const query = { websiteId: trustedWebsiteId(1), elementId: 101111, cover };
 * const [answer] = await readElementFields(database.sql, { ...query, countType: 'total' });
 * assert.deepEqual(answer, { field: 'Room', field_type: 'radio', value: 'Bedroom', count: 2 });
 */
export async function readElementFields(
  connection: Connection,
  { websiteId, elementId, cover, countType }: BreakdownQuery & { countType: CountType },
): Promise<FieldRow[]> {
  const rows = await readFields(connection, {
    website: websiteId,
    element: elementId,
    ...coverColumns(cover),
    distinct: countType === 'distinct',
  });
  return rows
    .map(({ field, field_type, value, answers, visitors_sketch }) => {
      const total = Number(answers);
      const count = visitors_sketch
        ? clampDistinct(estimateUnion([visitors_sketch], visitors_sketch.length), total)
        : total;
      return { field, field_type, value, count };
    })
    .sort(
      (a, b) =>
        b.count - a.count ||
        compare(a.field, b.field) ||
        compare(a.value, b.value) ||
        compare(a.field_type, b.field_type),
    );
}

/**
 * Reads the products of an element, most revenue first; ties by value, null last.
 * @example
 * import { coverWindow, parseDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const cover = coverWindow({ start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 });
 * const query = { websiteId: trustedWebsiteId(1), elementId: 101111, cover };
 * const [product] = await readElementProducts(database.sql, query);
 * assert.deepEqual(product, { value: 'Wool throw', selections: 2, orders: 1, revenue: 89.95 });
 */
export async function readElementProducts(
  connection: Connection,
  { websiteId, elementId, cover }: BreakdownQuery,
): Promise<ProductBreakdownRow[]> {
  const rows = await readProducts(connection, {
    website: websiteId,
    element: elementId,
    ...coverColumns(cover),
  });
  return rows.map((row) => ({
    value: row.value,
    selections: Number(row.selections),
    orders: Number(row.orders),
    revenue: moneyToNumber(parseMoneyCents(row.revenue)),
  }));
}

function coverColumns(cover: Bucket[]): { grains: string; buckets: string } {
  const buckets = storedBuckets(cover);
  return {
    grains: plainArrayLiteral(buckets.map((bucket) => bucket.grain)),
    buckets: plainArrayLiteral(buckets.map((bucket) => formatDay(bucket.start))),
  };
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
