import {
  type Bucket,
  type CountType,
  estimateUnion,
  clampDistinct,
  formatDay,
  moneyToNumber,
  parseMoneyCents,
} from '@funnel/domain';
import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { bool, bytea, int4, int8, nullable, text } from '../connection/column-types.ts';
import { statement } from '../statement.ts';
import { storedBuckets } from './stored-buckets.ts';

export interface BreakdownQuery {
  websiteId: number;
  elementId: number;
  cover: Bucket[];
}

/** Spec 2.6, `fields`. */
export interface FieldRow {
  field: string;
  field_type: string;
  value: string | null;
  count: number;
}

/** Spec 2.6, `products`. */
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

/** One row per field and answer, most frequent first; ties by field, then value, null last. */
export async function readElementFields(
  sql: Sql | TransactionSql,
  { websiteId, elementId, cover, countType }: BreakdownQuery & { countType: CountType },
): Promise<FieldRow[]> {
  const rows = await readFields(sql, {
    website: websiteId,
    element: elementId,
    ...coverColumns(cover),
    distinct: countType === 'distinct',
  });
  return rows
    .map(({ field, field_type, value, answers, visitors_sketch }) => {
      const total = Number(answers);
      const count = visitors_sketch ? clampDistinct(estimateUnion(visitors_sketch), total) : total;
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

/** Most revenue first; ties by value, null last. */
export async function readElementProducts(
  sql: Sql | TransactionSql,
  { websiteId, elementId, cover }: BreakdownQuery,
): Promise<ProductBreakdownRow[]> {
  const rows = await readProducts(sql, { website: websiteId, element: elementId, ...coverColumns(cover) });
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
