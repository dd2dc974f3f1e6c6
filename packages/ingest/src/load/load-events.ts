import { type Database, inWebsiteTransaction, ormOn, secretsOfWebsites } from '@funnel/db';
import { NO_VISITOR_SECRETS, type VisitorSecrets, type WebsiteId } from '@funnel/domain';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { TransactionSql } from 'postgres';
import type { EventBlock } from '../events/event-block.ts';
import { statement } from '../statement.ts';
import { addToRollups, WEBSITE_LOCK, type WebsiteEvents } from '../totals/add-to-rollups.ts';
import { claimEvents } from './claim-events.ts';
import { EventIds } from './event-ids.ts';
import { eventsByWebsite } from './events-by-website.ts';

/** What the next batch must know of the claims of the one before it. */
interface Claimed {
  /** The events that it has claimed. Until it commits, anybody else who claims one of them waits. */
  ids: EventIds | undefined;
  /** Whether others were in the ledger before. */
  hadRepeats: boolean;
}

/** A batch that is being loaded. If it fails, both reject. */
export interface Loading {
  claimed: Promise<Claimed>;
  /** How many events were new, once they are committed. */
  recorded: Promise<number>;
}

/** What comes before a batch in its stream, and the secrets of this installation. */
interface LoadOptions {
  previous?: Loading | undefined;
  visitorSecrets?: VisitorSecrets | undefined;
}

const lockWebsites = statement('lock-websites', { lock: int4(), websites: text() }, { locked: text() });

const NO_CLAIMS: Claimed = { ids: undefined, hadRepeats: false };
/** What the first batch of a stream follows. */
const NOTHING: Loading = { claimed: Promise.resolve(NO_CLAIMS), recorded: Promise.resolve(0) };

/**
 * Adds a large batch of events to the rollups at once, in one transaction. A batch claims after the `previous` one of its
 * stream has claimed and writes after it has committed, so that both overlap and neither waits for the other in a circle:
 * docs/adr/0005-loading.md.
 */
export function loadEvents(database: Database, block: EventBlock, options: LoadOptions = {}): Loading {
  let recorded: Promise<number> = Promise.resolve(0);
  const claimed = new Promise<Claimed>((resolve, reject) => {
    recorded = load(database, block, options, resolve);
    // Also without any event to claim, and after a failure: the next batch must not wait for ever.
    recorded.then(() => resolve(NO_CLAIMS), reject);
  });
  claimed.catch(() => {}); // The last batch has no follower that would see it.
  return { claimed, recorded };
}

async function load(
  database: Database,
  block: EventBlock,
  { previous = NOTHING, visitorSecrets = NO_VISITOR_SECRETS }: LoadOptions,
  onClaimed: (claimed: Claimed) => void,
): Promise<number> {
  const before = await previous.claimed;
  if (block.length === 0) return 0;
  // An operator states no websites: the owner of the tables sees all.
  return inWebsiteTransaction(database, [], async (transaction) => {
    const { fresh, ...claimed } = await claim(transaction, block, before);
    onClaimed(claimed);
    const websites = eventsByWebsite(block, fresh);
    await previous.recorded;
    await lock(
      transaction,
      websites.map(({ websiteId }) => websiteId),
    );
    await hashVisitors(transaction, block, websites, visitorSecrets);
    await addToRollups(transaction, { block, websites });
    return fresh.length;
  });
}

/** Under the locks of the websites, which a website also needs that gets another secret. */
async function hashVisitors(
  transaction: TransactionSql,
  { columns }: EventBlock,
  websites: readonly WebsiteEvents[],
  secrets: VisitorSecrets,
): Promise<void> {
  const names = await secretsOfWebsites(
    ormOn(transaction),
    websites.map(({ websiteId }) => websiteId),
  );
  for (const { websiteId, events } of websites)
    secrets.writeKeys(columns.visitorTokens, events, names.get(websiteId) ?? null, columns.visitors);
}

async function lock(transaction: TransactionSql, websiteIds: readonly WebsiteId[]): Promise<void> {
  await lockWebsites(transaction, { lock: WEBSITE_LOCK, websites: plainArrayLiteral(websiteIds) });
}

/**
 * Returns the events that are new, in the order of the block. Those that the previous batch has claimed are not entered into the
 * ledger: PostgreSQL would wait until it commits, and the batches would no longer overlap.
 */
async function claim(
  transaction: TransactionSql,
  block: EventBlock,
  before: Claimed,
): Promise<Claimed & { fresh: Int32Array }> {
  const ids = new EventIds(block);
  const asked = new Int32Array(block.length);
  let count = 0;
  for (let event = 0; event < block.length; event++)
    if (!before.ids?.has(block, event) && ids.add(event)) asked[count++] = event;
  const events = asked.subarray(0, count);
  const repeated = new Set(
    await claimEvents(transaction, block, events, { expectsRepeats: before.hadRepeats }),
  );
  return {
    ids,
    hadRepeats: repeated.size > 0,
    fresh: repeated.size === 0 ? events : events.filter((event) => !repeated.has(event)),
  };
}
