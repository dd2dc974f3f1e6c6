import { type Database, inWebsiteTransaction, ormOn, raiseDataVersion, websiteGroups } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';
import { type AddedUp, addToRollups, addUp, WEBSITE_LOCK } from './add-to-rollups.ts';
import type { VerifiedEvent } from './verify-ids.ts';

const claimEvents = statement(
  'claim-events',
  { websites: text(), events: text() },
  { website_id: int4<WebsiteId>(), event_id: text() },
);

/**
 * Adds a large batch of events to the rollups at once, in one transaction, and returns how many were new. The events are
 * claimed and added up right away, but written only after `previous`, so that the batches of a stream overlap and still add
 * in order. The list is emptied as soon as its events are added up, to free their memory.
 */
export async function loadEvents(
  database: Database,
  events: VerifiedEvent[],
  previous: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  if (events.length === 0) return 0;
  // An operator states no websites: the owner of the tables sees all.
  return inWebsiteTransaction(database, [], async (transaction) => {
    const websites = await addUpByWebsite(await claim(transaction, events));
    events.length = 0;
    await previous;
    for (const { websiteId } of websites)
      await transaction`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    for (const { websiteId, added } of websites) {
      await addToRollups(transaction, websiteId, added);
      await raiseDataVersion(ormOn(transaction), [websiteId], { firstDay: added.firstDay });
    }
    return websites.reduce((sum, { recorded }) => sum + recorded, 0);
  });
}

/** Always in the same order: no deadlock. */
async function addUpByWebsite(fresh: Map<WebsiteId, Map<string, VerifiedEvent>>) {
  const websites: { websiteId: WebsiteId; recorded: number; added: AddedUp }[] = [];
  for (const [websiteId, byId] of [...fresh].sort(([one], [other]) => one - other))
    websites.push({ websiteId, recorded: byId.size, added: await addUp(byId.values()) });
  return websites;
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
  // Always in the same order: no deadlock.
  const websiteIds = [...fresh.keys()].sort((one, other) => one - other);
  for (const group of await websiteGroups(transaction, websiteIds)) {
    const asked = group.flatMap((websiteId) =>
      [...(fresh.get(websiteId)?.keys() ?? [])].map((eventId) => ({ websiteId, eventId })),
    );
    const repeated = await claimEvents(transaction, {
      websites: plainArrayLiteral(asked.map(({ websiteId }) => websiteId)),
      events: plainArrayLiteral(asked.map(({ eventId }) => eventId)),
    });
    for (const { website_id, event_id } of repeated) {
      const byId = fresh.get(website_id);
      if (byId?.delete(event_id) && byId.size === 0) fresh.delete(website_id);
    }
  }
  return fresh;
}
