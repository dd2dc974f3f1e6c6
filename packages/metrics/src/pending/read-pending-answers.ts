import { formatDay, keptChoice, type WebsiteId, type Window } from '@funnel/domain';
import { int4, jsonb, nullable, type RowOf, text } from '@funnel/db/sql';
import { type Connection, fieldKey, pendingStateOf, readFieldValues } from '@funnel/db';
import type { PendingField, PendingProduct as StoredProduct } from '@funnel/db/schema';
import { statement } from '../statement.ts';

export interface ElementDays {
  website: { id: WebsiteId };
  elementId: number;
  window: Window;
}

export interface PendingAnswer {
  field: string;
  field_type: string;
  value: string | null;
  /** One for each answer. */
  visitors: number[];
}

/** What a pending event adds to a product. */
export type PendingProduct = Omit<StoredProduct, 'revenueCents'> & { revenueCents: bigint };

const readAnswers = statement(
  'read-pending-answers',
  { website: int4(), element: int4(), firstDay: text(), lastDay: text() },
  {
    day: int4(),
    visitor: int4(),
    fields: nullable(jsonb<PendingField[]>()),
    products: nullable(jsonb<StoredProduct[]>()),
  },
);

/** Reads what pending events answered to the fields of an element. Values count as they will after a fold. */
export async function readPendingFields(
  connection: Connection,
  element: ElementDays,
): Promise<PendingAnswer[]> {
  const { website, elementId } = element;
  const rows = await readElement(connection, element);
  const answers = rows.flatMap(({ day, visitor, fields }) =>
    (fields ?? []).map((field) => ({ ...field, elementId, day, visitor })),
  );
  if (answers.length === 0) return [];
  const keptValues = await readFieldValues(connection, website.id, answers);
  const counted = new Map<string, PendingAnswer>();
  for (const { field, fieldType, values, day, visitor } of answers) {
    const kept = keptValues.get(fieldKey({ elementId, day, field, fieldType })) ?? new Set();
    for (const value of new Set(values.map((given) => keptChoice(given, kept)))) {
      const key = JSON.stringify([field, fieldType, value]);
      const answer = counted.get(key) ?? { field, field_type: fieldType, value, visitors: [] };
      answer.visitors.push(visitor);
      counted.set(key, answer);
    }
  }
  return [...counted.values()];
}

export async function readPendingProducts(
  connection: Connection,
  element: ElementDays,
): Promise<PendingProduct[]> {
  const rows = await readElement(connection, element);
  return rows.flatMap(({ products }) =>
    (products ?? []).map((product) => ({ ...product, revenueCents: BigInt(product.revenueCents) })),
  );
}

async function readElement(
  connection: Connection,
  { website, elementId, window }: ElementDays,
): Promise<RowOf<typeof readAnswers>[]> {
  if (pendingStateOf(connection, website.id)?.events === 0) return [];
  return readAnswers(connection, {
    website: website.id,
    element: elementId,
    firstDay: formatDay(window.start),
    lastDay: formatDay(window.end),
  });
}
