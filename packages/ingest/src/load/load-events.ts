import { type Database, inWebsiteTransaction, ormOn, secretsOfWebsites } from '@funnel/db';
import { NO_VISITOR_SECRETS, type VisitorSecrets } from '@funnel/domain';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { EventBlock } from '../parse/event-block.ts';
import { claimBlock, type Claimed, NO_CLAIMS } from '../ledger/claim-block.ts';
import { statement } from '../shared/statement.ts';
import { addToRollups, WEBSITE_LOCK } from '../rollups/add-to-rollups.ts';
import { eventsByWebsite } from '../verify/events-by-website.ts';

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
    const { fresh, claimed } = await claimBlock(transaction, block, before);
    onClaimed(claimed);
    const websites = eventsByWebsite(block, fresh);
    await previous.recorded;
    const websiteIds = websites.map(({ websiteId }) => websiteId);
    await lockWebsites(transaction, { lock: WEBSITE_LOCK, websites: plainArrayLiteral(websiteIds) });
    // Under the locks, which a website also needs that gets another secret.
    const secrets = await secretsOfWebsites(ormOn(transaction), websiteIds);
    for (const { websiteId, events } of websites) {
      const { visitorTokens, visitors } = block.columns;
      visitorSecrets.writeKeys(visitorTokens, events, secrets.get(websiteId) ?? null, visitors);
    }
    await addToRollups(transaction, { block, websites });
    return fresh.length;
  });
}
