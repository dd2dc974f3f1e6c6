import { type Database, ormOn, raiseDataVersion } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';
import { addToRollups, WEBSITE_LOCK } from './add-to-rollups.ts';
import type { VerifiedEvent } from './verify-ids.ts';

const claimEvents = statement(
  'claim-events',
  { websites: text(), events: text() },
  { website_id: int4<WebsiteId>(), event_id: text() },
);

/**
 * Adds a large batch of events to the rollups at once, in one transaction, and returns how many were new. The events are
 * claimed right away, but added only after `previous`, so that the batches of a stream overlap and still add in order.
 */
export async function loadEvents(
  database: Database,
  events: readonly VerifiedEvent[],
  previous: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  if (events.length === 0) return 0;
  return database.sql.begin(async (transaction) => {
    const fresh = await claim(transaction, events);
    await previous;
    // Always in the same order: no deadlock.
    for (const websiteId of [...fresh.keys()].sort((one, other) => one - other)) {
      await transaction`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    }
    let recorded = 0;
    for (const [websiteId, byId] of fresh) {
      const { firstDay } = await addToRollups(transaction, websiteId, byId.values());
      await raiseDataVersion(ormOn(transaction), [websiteId], { firstDay });
      recorded += byId.size;
    }
    return recorded;
  });
}

/** Enters the events into the ledger. Returns those that were not in it, by website and event id. */
async function claim(
  transaction: TransactionSql,
  events: readonly VerifiedEvent[],
): Promise<Map<WebsiteId, Map<string, VerifiedEvent>>> {
  const fresh = new Map<WebsiteId, Map<string, VerifiedEvent>>();
  for (const event of events) {
    const { websiteId, eventId } = event;
    let byId = fresh.get(websiteId);
    if (!byId) fresh.set(websiteId, (byId = new Map()));
    if (!byId.has(eventId)) byId.set(eventId, event);
  }
  const asked = [...fresh].flatMap(([websiteId, byId]) =>
    [...byId.keys()].map((eventId) => ({ websiteId, eventId })),
  );
  const repeated = await claimEvents(transaction, {
    websites: plainArrayLiteral(asked.map(({ websiteId }) => websiteId)),
    events: plainArrayLiteral(asked.map(({ eventId }) => eventId)),
  });
  for (const { website_id, event_id } of repeated) {
    const byId = fresh.get(website_id);
    if (byId?.delete(event_id) && byId.size === 0) fresh.delete(website_id);
  }
  return fresh;
}
