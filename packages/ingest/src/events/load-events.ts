import { type Database, inWebsiteTransaction, isDistributed, ormOn, raiseDataVersion } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../statement.ts';
import { type AddedUp, addToRollups, addUp, WEBSITE_LOCK } from './add-to-rollups.ts';
import { enterWebsiteEvents } from './enter-website-events.ts';
import type { VerifiedEvent } from './verify-ids.ts';

/** Event ids by website. */
type EventIds = ReadonlyMap<WebsiteId, ReadonlySet<string>>;

/** A batch that is being loaded. If it fails, both reject. */
export interface Loading {
  /** The events that it has claimed in the ledger. Until it commits, anybody else who claims one of them waits. */
  claimed: Promise<EventIds>;
  /** How many events were new, once they are committed. */
  recorded: Promise<number>;
}

const claimEvents = statement(
  'claim-events',
  { websites: text(), events: text() },
  { website_id: int4<WebsiteId>(), event_id: text() },
);

/** What the first batch of a stream follows. */
const NOTHING: Loading = { claimed: Promise.resolve(new Map()), recorded: Promise.resolve(0) };

/**
 * Adds a large batch of events to the rollups at once, in one transaction. A batch claims after the `previous` one of its
 * stream has claimed and writes after it has committed, so that both overlap and neither waits for the other in a circle:
 * docs/adr/0005-claim-then-add.md. The list is emptied as soon as its events are added up, to free their memory.
 */
export function loadEvents(
  database: Database,
  events: VerifiedEvent[],
  previous: Loading = NOTHING,
): Loading {
  let recorded: Promise<number> = Promise.resolve(0);
  const claimed = new Promise<EventIds>((resolve, reject) => {
    recorded = load(database, events, previous, resolve);
    // Also without any event to claim, and after a failure: the next batch must not wait for ever.
    recorded.then(() => resolve(new Map()), reject);
  });
  claimed.catch(() => {}); // The last batch has no follower that would see it.
  return { claimed, recorded };
}

async function load(
  database: Database,
  events: VerifiedEvent[],
  previous: Loading,
  onClaimed: (ids: EventIds) => void,
): Promise<number> {
  const underWay = await previous.claimed;
  if (events.length === 0) return 0;
  // An operator states no websites: the owner of the tables sees all.
  return inWebsiteTransaction(database, [], async (transaction) => {
    const fresh = await claim(transaction, events, underWay);
    onClaimed(new Map([...fresh].map(([websiteId, byId]) => [websiteId, new Set(byId.keys())])));
    const websites = await addUpByWebsite(fresh);
    events.length = 0;
    await previous.recorded;
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

/**
 * Enters the events into the ledger. Returns those that were not in it, by website and event id. Those that the previous
 * batch has claimed are not entered: PostgreSQL would wait until it commits, and the batches would no longer overlap.
 */
async function claim(
  transaction: TransactionSql,
  events: readonly VerifiedEvent[],
  underWay: EventIds,
): Promise<Map<WebsiteId, Map<string, VerifiedEvent>>> {
  const fresh = new Map<WebsiteId, Map<string, VerifiedEvent>>();
  for (const event of events) {
    const { websiteId, eventId } = event;
    if (underWay.get(websiteId)?.has(eventId)) continue;
    let byId = fresh.get(websiteId);
    if (!byId) fresh.set(websiteId, (byId = new Map()));
    if (!byId.has(eventId)) byId.set(eventId, event);
  }
  // Always in the same order: no deadlock.
  const websiteIds = [...fresh.keys()].sort((one, other) => one - other);
  const repeated = (await isDistributed(transaction))
    ? await claimOneByOne(transaction, websiteIds, fresh)
    : await claimTogether(transaction, websiteIds, fresh);
  for (const { websiteId, eventId } of repeated) {
    const byId = fresh.get(websiteId);
    if (byId?.delete(eventId) && byId.size === 0) fresh.delete(websiteId);
  }
  return fresh;
}

interface Repeated {
  websiteId: WebsiteId;
  eventId: string;
}

async function claimTogether(
  transaction: TransactionSql,
  websiteIds: readonly WebsiteId[],
  events: ReadonlyMap<WebsiteId, ReadonlyMap<string, VerifiedEvent>>,
): Promise<Repeated[]> {
  const asked = websiteIds.flatMap((websiteId) =>
    [...(events.get(websiteId)?.keys() ?? [])].map((eventId) => ({ websiteId, eventId })),
  );
  const repeated = await claimEvents(transaction, {
    websites: plainArrayLiteral(asked.map(({ websiteId }) => websiteId)),
    events: plainArrayLiteral(asked.map(({ eventId }) => eventId)),
  });
  return repeated.map(({ website_id: websiteId, event_id: eventId }) => ({ websiteId, eventId }));
}

/** On Citus: each machine is asked about its own websites, so that a lost one stops only them. */
async function claimOneByOne(
  transaction: TransactionSql,
  websiteIds: readonly WebsiteId[],
  events: ReadonlyMap<WebsiteId, ReadonlyMap<string, VerifiedEvent>>,
): Promise<Repeated[]> {
  const repeated: Repeated[] = [];
  for (const websiteId of websiteIds) {
    const asked = [...(events.get(websiteId)?.keys() ?? [])];
    const entered = await enterWebsiteEvents(transaction, websiteId, asked);
    repeated.push(
      ...asked.filter((eventId) => !entered.has(eventId)).map((eventId) => ({ websiteId, eventId })),
    );
  }
  return repeated;
}
