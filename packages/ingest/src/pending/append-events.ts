import { type Connection, type Database, isDistributed } from '@funnel/db';
import { arrays, int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import {
  centsToNumeric,
  MissingVisitorSecretError,
  type VisitorSecrets,
  type WebsiteId,
} from '@funnel/domain';
import { claimNew } from '../ledger/claim-sql.ts';
import { statement } from '../shared/statement.ts';
import { appendByWebsite } from './append-by-website.ts';
import { EVENT_COLUMNS, eventColumns, jsonOf } from './event-columns.ts';
import type { VerifiedEvent } from '../verify/verify-ids.ts';

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
    visitors: text(),
    revenue: text(),
    fields: nullable(text()),
    products: nullable(text()),
    stated: text(),
    secrets: text(),
  },
  { recorded: int4() },
  { claimed: claimNew('asked', '$1::int') },
);
const appendMany = statement(
  'append-events',
  {
    ...arrays('websites', 'events'),
    ...EVENT_COLUMNS,
    ...arrays('stated', 'secrets'),
  },
  { place: int4() },
  { claimed: claimNew('asked') },
);

export interface Sender {
  websiteIds: readonly WebsiteId[];
  secrets: VisitorSecrets;
}

/** Appends events to the pending ones, all of them or none. Says of each whether it was new. */
export async function appendEvents(
  database: Database,
  events: readonly VerifiedEvent[],
  sender: Sender,
): Promise<boolean[]> {
  const onCitus = await isDistributed(database.sql);
  const [first, second] = events;
  if (!onCitus && first && !second)
    return [await appendEvent(database.sql, first, sender).catch(explainVisitor)];
  const isNew = isFirstOfItsId(events);
  const distinct = events.filter((_event, index) => isNew[index]);
  const repeated = onCitus
    ? await appendByWebsite(database, distinct, sender)
    : await appendInOne(database.sql, distinct, sender).catch(explainVisitor);
  return events.map((event, index) => isNew[index] === true && !repeated.has(event));
}

/** The same for one event, as a caller sends it that does not collect any. */
async function appendEvent(
  connection: Connection,
  event: VerifiedEvent,
  { websiteIds, secrets }: Sender,
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
    visitors: plainArrayLiteral(secrets.keysOf(event.visitorToken)),
    revenue: centsToNumeric(event.revenueCents),
    fields: jsonOf(event.fields),
    products: jsonOf(event.products),
    stated: plainArrayLiteral(websiteIds),
    secrets: plainArrayLiteral(secrets.names),
  });
  return appended.length === 1;
}

/** Appends events in one statement. Returns those that were recorded before. */
async function appendInOne(
  connection: Connection,
  events: readonly VerifiedEvent[],
  { websiteIds, secrets }: Sender,
): Promise<Set<VerifiedEvent>> {
  const repeated = await appendMany(connection, {
    websites: plainArrayLiteral(events.map(({ websiteId }) => websiteId)),
    events: plainArrayLiteral(events.map(({ eventId }) => eventId)),
    ...eventColumns(events),
    visitors: plainArrayLiteral(events.flatMap(({ visitorToken }) => secrets.keysOf(visitorToken))),
    stated: plainArrayLiteral(websiteIds),
    secrets: plainArrayLiteral(secrets.names),
  });
  return new Set(repeated.flatMap(({ place }) => events[place - 1] ?? []));
}

const NOT_NULL_VIOLATION = '23502';

/** The statement finds no visitor if the website has a secret that was not given. */
function explainVisitor(error: unknown): never {
  const { code, column_name: column } = error as { code?: unknown; column_name?: unknown };
  throw code === NOT_NULL_VIOLATION && column === 'visitor' ? new MissingVisitorSecretError() : error;
}

/** Of events with the same id, the first counts. */
function isFirstOfItsId(events: readonly VerifiedEvent[]): boolean[] {
  const seen = new Set<string>();
  return events.map(({ websiteId, eventId }) => {
    const before = seen.size;
    return seen.add(`${websiteId} ${eventId}`).size > before;
  });
}
