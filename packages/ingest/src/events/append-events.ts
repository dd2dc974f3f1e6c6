import { type Connection, type Database, inWebsiteTransaction, isDistributed } from '@funnel/db';
import { arrayLiteral, int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { centsToNumeric, groupBy, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';
import type { VerifiedEvent } from './verify-ids.ts';

const appendOne = statement(
  'append-event',
  {
    website: int4(),
    event: text(),
    day: int4(),
    type: text(),
    campaign: nullable(int4()),
    variant: nullable(int4()),
    step: nullable(int4()),
    element: nullable(int4()),
    visitor: int4(),
    revenue: text(),
    fields: nullable(text()),
    products: nullable(text()),
    stated: text(),
  },
  { recorded: int4() },
);
const appendMany = statement(
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
 * Appends events of any number of websites to the pending ones; either records all of them or none. Says of each event
 * whether it was new.
 */
export async function appendEvents(
  database: Database,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[],
): Promise<boolean[]> {
  const onCitus = await isDistributed(database.sql);
  const [first, second] = events;
  if (!onCitus && first && !second) return [await appendEvent(database.sql, first, websiteIds)];
  const isNew = isFirstOfItsId(events);
  const distinct = events.filter((_event, index) => isNew[index]);
  const repeated = onCitus
    ? await appendByWebsite(database, distinct, websiteIds)
    : await appendInOne(database.sql, distinct, websiteIds);
  return events.map((event, index) => isNew[index] === true && !repeated.has(event));
}

/** The same for one event, as a caller sends it that does not collect any. */
async function appendEvent(
  connection: Connection,
  event: VerifiedEvent,
  websiteIds: readonly WebsiteId[],
): Promise<boolean> {
  const appended = await appendOne(connection, {
    website: event.websiteId,
    event: event.eventId,
    day: event.day,
    type: event.type,
    campaign: event.campaignId ?? null,
    variant: event.variantId ?? null,
    step: event.stepId ?? null,
    element: event.elementId ?? null,
    visitor: event.visitor,
    revenue: centsToNumeric(event.revenueCents),
    fields: jsonOf(event.fields),
    products: jsonOf(event.products),
    stated: plainArrayLiteral(websiteIds),
  });
  return appended.length === 1;
}

/** On Citus: a statement about one website runs on the machine that has it, and waits for no other website. */
function appendByWebsite(
  database: Database,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[],
): Promise<Set<VerifiedEvent>> {
  const byWebsite = groupBy(events, ({ websiteId }) => websiteId);
  return inWebsiteTransaction(database, websiteIds, async (transaction) => {
    const repeated = new Set<VerifiedEvent>();
    // Always in the same order: no deadlock.
    for (const [, some] of [...byWebsite].sort(([one], [other]) => one - other))
      for (const event of await appendInOne(transaction, some, websiteIds)) repeated.add(event);
    return repeated;
  });
}

/** Appends events in one statement. Returns those that were recorded before. */
async function appendInOne(
  connection: Connection,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[],
): Promise<Set<VerifiedEvent>> {
  const column = (valueOf: (event: VerifiedEvent) => string | number | undefined) => {
    const values = events.map(valueOf);
    return plainArrayLiteral(values.some(isGiven) ? values.map((value) => value ?? 'NULL') : []);
  };
  const jsonColumn = (itemsOf: (event: VerifiedEvent) => readonly unknown[]) => {
    const values = events.map((event) => jsonOf(itemsOf(event)));
    return arrayLiteral(values.some(isGiven) ? values : []);
  };
  const repeated = await appendMany(connection, {
    websites: column(({ websiteId }) => websiteId),
    events: column(({ eventId }) => eventId),
    days: column(({ day }) => day),
    types: column(({ type }) => type),
    campaigns: column(({ campaignId }) => campaignId),
    variants: column(({ variantId }) => variantId),
    steps: column(({ stepId }) => stepId),
    elements: column(({ elementId }) => elementId),
    visitors: column(({ visitor }) => visitor),
    revenues: column(({ revenueCents }) => centsToNumeric(revenueCents)),
    fields: jsonColumn(({ fields }) => fields),
    products: jsonColumn(({ products }) => products),
    stated: plainArrayLiteral(websiteIds),
  });
  return new Set(repeated.flatMap(({ place }) => events[place - 1] ?? []));
}

/** Of events with the same id, the first counts. */
function isFirstOfItsId(events: readonly VerifiedEvent[]): boolean[] {
  const seen = new Set<string>();
  return events.map(({ websiteId, eventId }) => {
    const before = seen.size;
    return seen.add(`${websiteId} ${eventId}`).size > before;
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function jsonOf(items: readonly unknown[]): string | null {
  if (items.length === 0) return null;
  return JSON.stringify(items, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
