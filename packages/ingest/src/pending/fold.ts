import { askMachines, type Database } from '@funnel/db';
import { int4, int4Literal, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../shared/statement.ts';
import { eachWebsite, fromAnywhere } from '../shared/rounds.ts';
import { foldWebsite } from './fold-website.ts';
import { type FailedWebsite, SetAsideWebsites } from './set-aside.ts';

export interface FoldOptions {
  /** As soon as there are so many. Default: 2,000. */
  minEvents?: number | undefined;
  /** Or as soon as the oldest is so old. Default: a minute. */
  maxAgeMs?: number | undefined;
  /** Stops after the website that is under way. */
  signal?: AbortSignal | undefined;
  /** The websites that failed in earlier rounds. Those of this round are added. */
  setAside?: SetAsideWebsites | undefined;
}

export interface FoldSummary {
  websites: number;
  events: number;
  /** The websites whose events could not be folded, and stay pending. */
  failed: FailedWebsite[];
  /** On Citus: why machines could not be asked for their websites. The events there stay pending. */
  unasked: unknown[];
}

const MIN_EVENTS = 2_000;
const MAX_AGE_MS = 60_000;
const WEBSITES_PER_ROUND = 1_000;
/** After so many websites in a row without pending events, the rest of a round has been folded by another process. */
const FOLDED_BY_OTHERS = 20;

const findFoldable = statement(
  'find-foldable',
  { events: int4(), ageMs: int4(), websites: int4(), except: text(), only: nullable(int4Literal()) },
  { website_id: int4<WebsiteId>(), events: int4() },
);

/**
 * Adds the pending events of every website that has many or old ones to the rollups. Any number of processes may do so
 * at the same time; a website that another one is folding is left to it. Reports are the same before and after. A website that
 * cannot be folded is set aside for a while, and the others go on.
 * @example
 * await recordEvents(database, [event], { now: new Date('2026-11-14T12:00:00Z') });
 * assert.deepEqual(await foldPending(database, { minEvents: 1 }), { websites: 1, events: 1, failed: [], unasked: [] });
 * assert.equal((await readBacklog(database)).events, 0);
 */
export async function foldPending(database: Database, options: FoldOptions = {}): Promise<FoldSummary> {
  const {
    minEvents = MIN_EVENTS,
    maxAgeMs = MAX_AGE_MS,
    signal,
    setAside = new SetAsideWebsites(),
  } = options;
  const { answers: due, failures: unasked } = await askMachines(database, (connection, websiteIds) =>
    findFoldable(connection, {
      events: minEvents,
      ageMs: maxAgeMs,
      websites: WEBSITES_PER_ROUND,
      except: plainArrayLiteral(setAside.notYetDue()),
      only: websiteIds && plainArrayLiteral(websiteIds),
    }),
  );
  const summary: FoldSummary = { websites: 0, events: 0, failed: [], unasked };
  let without = 0;
  const fold = async (websiteId: WebsiteId) => {
    const events = await foldWebsite(database, websiteId, signal);
    if (events > 0) {
      summary.websites += 1;
      setAside.remove(websiteId);
    }
    without = events > 0 ? 0 : without + 1;
    summary.events += events;
    return without >= FOLDED_BY_OTHERS;
  };
  const websiteIds = fromAnywhere(due.flat().map(({ website_id }) => website_id));
  await eachWebsite(database, websiteIds, signal, fold, (websiteId, cause) =>
    summary.failed.push(setAside.add(websiteId, cause)),
  );
  return summary;
}
