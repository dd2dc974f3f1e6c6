import type { Database } from '@funnel/db';
import { arrayLiteral, int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { centsToNumeric, formatDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';
import type { VerifiedEvent } from './verify-ids.ts';

const append = statement(
  'append-events',
  {
    websites: text(),
    events: text(),
    days: text(),
    types: text(),
    campaigns: text(),
    variants: text(),
    steps: text(),
    elements: text(),
    visitors: text(),
    revenues: text(),
    fields: text(),
    products: text(),
    stated: text(),
  },
  { place: int4() },
);

/**
 * Appends events of any number of websites to the pending ones, in one statement that either records all of them or
 * none. Says of each event whether it was new.
 */
export async function appendEvents(
  database: Database,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[],
): Promise<boolean[]> {
  const isNew = isFirstOfItsId(events);
  const distinct = events.filter((_event, index) => isNew[index]);
  const column = (valueOf: (event: VerifiedEvent) => string | number | undefined) =>
    plainArrayLiteral(distinct.map((event) => valueOf(event) ?? 'NULL'));
  const repeated = await append(database.sql, {
    websites: column(({ websiteId }) => websiteId),
    events: column(({ eventId }) => eventId),
    days: column(({ day }) => formatDay(day)),
    types: column(({ type }) => type),
    campaigns: column(({ campaignId }) => campaignId),
    variants: column(({ variantId }) => variantId),
    steps: column(({ stepId }) => stepId),
    elements: column(({ elementId }) => elementId),
    visitors: column(({ visitor }) => visitor),
    revenues: column(({ revenueCents }) => centsToNumeric(revenueCents)),
    fields: arrayLiteral(distinct.map(({ fields }) => jsonOf(fields))),
    products: arrayLiteral(distinct.map(({ products }) => jsonOf(products))),
    stated: plainArrayLiteral(websiteIds),
  });
  const places = new Set(repeated.map(({ place }) => place));
  let place = 0;
  return isNew.map((isFirst) => isFirst && !places.has((place += 1)));
}

/** Of events with the same id, the first counts. */
function isFirstOfItsId(events: readonly VerifiedEvent[]): boolean[] {
  const seen = new Set<string>();
  return events.map(({ websiteId, eventId }) => {
    const before = seen.size;
    return seen.add(`${websiteId} ${eventId}`).size > before;
  });
}

function jsonOf(items: readonly unknown[]): string | null {
  if (items.length === 0) return null;
  return JSON.stringify(items, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
