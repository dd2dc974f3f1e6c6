import { arrayLiteral, arrays, plainArrayLiteral } from '@funnel/db/sql';
import { centsToNumeric } from '@funnel/domain';
import type { VerifiedEvent } from '../verify/verify-ids.ts';

/** The parameters of statements that append events, in their order. */
export const EVENT_COLUMNS = arrays(
  'days',
  'types',
  'campaigns',
  'variants',
  'steps',
  'elements',
  'visitors',
  'revenues',
  'fields',
  'products',
);

/** The values of events as arrays, by column, but for the visitor. One whose values are all missing is empty. */
export function eventColumns(events: readonly VerifiedEvent[]) {
  const column = (valueOf: (event: VerifiedEvent) => string | number | undefined) => {
    const values = events.map(valueOf);
    return plainArrayLiteral(values.some(isGiven) ? values.map((value) => value ?? 'NULL') : []);
  };
  const jsonColumn = (itemsOf: (event: VerifiedEvent) => readonly unknown[]) => {
    const values = events.map((event) => jsonOf(itemsOf(event)));
    return arrayLiteral(values.some(isGiven) ? values : []);
  };
  return {
    days: column(({ day }) => day),
    types: column(({ type }) => type),
    campaigns: column(({ campaignId }) => campaignId),
    variants: column(({ variantId }) => variantId),
    steps: column(({ stepId }) => stepId),
    elements: column(({ elementId }) => elementId),
    revenues: column(({ revenueCents }) => centsToNumeric(revenueCents)),
    fields: jsonColumn(({ fields }) => fields),
    products: jsonColumn(({ products }) => products),
  };
}

/** Fields or products of an event as JSON, null if there are none. */
export function jsonOf(items: readonly unknown[]): string | null {
  if (items.length === 0) return null;
  return JSON.stringify(items, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
