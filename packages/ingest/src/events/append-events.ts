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
  { recorded: int4() },
);

/**
 * Appends events of any number of websites to the pending ones, in one statement that either records all of them or
 * none. Returns how many were new.
 */
export async function appendEvents(
  database: Database,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[] = [],
): Promise<number> {
  if (events.length === 0) return 0;
  const distinct = firstOfEach(events);
  const column = (valueOf: (event: VerifiedEvent) => string | number | undefined) =>
    plainArrayLiteral(distinct.map((event) => valueOf(event) ?? 'NULL'));
  const [row] = await append(database.sql, {
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
  return row?.recorded ?? 0;
}

/** Of events with the same id, the first counts. */
function firstOfEach(events: readonly VerifiedEvent[]): VerifiedEvent[] {
  const byId = new Map<string, VerifiedEvent>();
  for (const event of events) {
    const key = `${event.websiteId} ${event.eventId}`;
    if (!byId.has(key)) byId.set(key, event);
  }
  return [...byId.values()];
}

function jsonOf(items: readonly unknown[]): string | null {
  if (items.length === 0) return null;
  return JSON.stringify(items, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
