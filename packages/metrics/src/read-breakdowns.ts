import {
  clampDistinct,
  type CountType,
  coverWindow,
  estimateUnion,
  formatDay,
  moneyToNumber,
  parseMoneyCents,
  Sketch,
} from '@funnel/domain';
import { bool, bytea, int4, int8, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Connection } from '@funnel/db';
import {
  type ElementDays,
  type PendingProduct,
  readPendingFields,
  readPendingProducts,
} from './pending/read-pending-answers.ts';
import { statement } from './statement.ts';
import { storedBuckets } from './slots/subjects.ts';

export interface FieldRow {
  field: string;
  field_type: string;
  value: string | null;
  count: number;
}

const NO_BYTES = new Uint8Array();
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
 * Reads one row per field and answer: the field with the most answers first, ties by name; within a field the most
 * frequent answer first, ties by value, null last.
 * @example
 * const query = { website: shopWebsite, elementId: 101111, window: period.window, countType: 'total' } as const;
 * const [answer] = await readElementFields(database.sql, query);
 * assert.deepEqual(answer, { field: 'Room', field_type: 'radio', value: 'Bedroom', count: 2 });
 */
export async function readElementFields(
  connection: Connection,
  { countType, ...query }: ElementDays & { countType: CountType },
): Promise<FieldRow[]> {
  const [rows, pending] = await Promise.all([
    readFields(connection, { ...elementOf(query), distinct: countType === 'distinct' }),
    readPendingFields(connection, query),
  ]);
  const answered = new Map(rows.map((row) => [answerKey(row), { ...row, added: [] as number[] }]));
  for (const { visitors, ...answer } of pending) {
    const stored = answered.get(answerKey(answer)) ?? { ...answer, answers: '0', visitors_sketch: null };
    answered.set(answerKey(answer), { ...stored, added: visitors });
  }
  const counted = [...answered.values()].map(
    ({ field, field_type, value, answers, visitors_sketch, added }) => {
      const total = Number(answers) + added.length;
      const sketches = [visitors_sketch ?? NO_BYTES, Sketch.of(added).encode()];
      const count = countType === 'total' ? total : clampDistinct(estimateUnion(sketches), total);
      return { field, field_type, value, count };
    },
  );
  return fieldByField(counted);
}

function fieldByField(rows: readonly FieldRow[]): FieldRow[] {
  const sums = new Map<string, number>();
  for (const { field, count } of rows) sums.set(field, (sums.get(field) ?? 0) + count);
  const sumOf = ({ field }: FieldRow) => sums.get(field) ?? 0;
  return rows.toSorted(
    (a, b) =>
      sumOf(b) - sumOf(a) ||
      compare(a.field, b.field) ||
      b.count - a.count ||
      compare(a.value, b.value) ||
      compare(a.field_type, b.field_type),
  );
}

/**
 * Reads the products of an element, most revenue first; ties by value, null last.
 * @example
 * const [product] = await readElementProducts(database.sql, { website: shopWebsite, elementId: 101111, window: period.window });
 * assert.deepEqual(product, { value: 'Wool throw', selections: 2, orders: 1, revenue: 89.95 });
 */
export async function readElementProducts(connection: Connection, query: ElementDays) {
  const [rows, pending] = await Promise.all([
    readProducts(connection, elementOf(query)),
    readPendingProducts(connection, query),
  ]);
  const sold = new Map<string | null, Omit<PendingProduct, 'value'>>();
  const stored = rows.map(({ revenue, ...row }) => ({ ...row, revenueCents: parseMoneyCents(revenue) }));
  for (const { value, selections, orders, revenueCents } of [...stored, ...pending]) {
    const sum = sold.get(value) ?? { selections: 0, orders: 0, revenueCents: 0n };
    sold.set(value, {
      selections: sum.selections + Number(selections),
      orders: sum.orders + Number(orders),
      revenueCents: sum.revenueCents + revenueCents,
    });
  }
  return [...sold]
    .sort(
      ([oneValue, one], [otherValue, other]) =>
        Number(other.revenueCents - one.revenueCents) || compare(oneValue, otherValue),
    )
    .map(([value, { revenueCents, ...counts }]) => ({
      value,
      ...counts,
      revenue: moneyToNumber(revenueCents),
    }));
}

function elementOf({ website, elementId, window }: ElementDays) {
  const buckets = storedBuckets(coverWindow(window));
  return {
    website: website.id,
    element: elementId,
    grains: plainArrayLiteral(buckets.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(buckets.map(({ start }) => formatDay(start))),
  };
}

const answerKey = ({ field, field_type, value }: Pick<FieldRow, 'field' | 'field_type' | 'value'>) =>
  JSON.stringify([field, field_type, value]);

/** By code point, which is also the order of the texts in UTF-8. Null last. */
function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
