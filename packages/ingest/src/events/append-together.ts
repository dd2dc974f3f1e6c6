import type { Database } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import postgres from 'postgres';
import { appendEvents } from './append-events.ts';
import type { VerifiedEvent } from './verify-ids.ts';

/** Events of one caller that wait for a statement. */
interface Waiting {
  events: readonly VerifiedEvent[];
  done: (recorded: number) => void;
  failed: (error: unknown) => void;
}

interface Line {
  underWay: number;
  waiting: Waiting[];
}

/** A larger batch fills a statement of its own. */
const MAX_SHARED_EVENTS = 20;
/** While one statement waits for the disk, the next one is computed. */
const MAX_UNDER_WAY = 2;
const MAX_EVENTS_TOGETHER = 1_000;

/** By database and websites: a statement may write for the websites of its token and for no others. */
const lines = new WeakMap<Database, Map<string, Line>>();

/**
 * Appends a batch and returns how many of its events were new. Small batches that arrive at the same time, for the same
 * websites, share a statement: writing to the disk takes most of the time, and so it is done once for all of them.
 */
export async function appendTogether(
  database: Database,
  events: readonly VerifiedEvent[],
  websiteIds: readonly WebsiteId[] = [],
): Promise<number> {
  if (events.length === 0) return 0;
  if (events.length > MAX_SHARED_EVENTS) return count(await appendEvents(database, events, websiteIds));
  const byWebsites = lines.get(database) ?? new Map<string, Line>();
  lines.set(database, byWebsites);
  const key = websiteIds.join();
  const line = byWebsites.get(key) ?? { underWay: 0, waiting: [] };
  byWebsites.set(key, line);
  return new Promise((done, failed) => {
    line.waiting.push({ events, done, failed });
    void serve();
  });

  async function serve(): Promise<void> {
    if (line.underWay === MAX_UNDER_WAY) return;
    line.underWay += 1;
    while (line.waiting.length > 0) await appendShared(database, takeSome(line.waiting), websiteIds);
    line.underWay -= 1;
    if (line.underWay === 0) byWebsites.delete(key);
  }
}

function takeSome(waiting: Waiting[]): Waiting[] {
  let events = 0;
  const end = waiting.findIndex((each) => (events += each.events.length) > MAX_EVENTS_TOGETHER);
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

/** If PostgreSQL refuses the data, each batch is tried alone, so that no caller fails because of another one. */
async function appendShared(
  database: Database,
  batches: readonly Waiting[],
  websiteIds: readonly WebsiteId[],
): Promise<void> {
  try {
    const isNew = await appendEvents(
      database,
      batches.flatMap(({ events }) => events),
      websiteIds,
    );
    for (const { events, done } of batches) done(count(isNew.splice(0, events.length)));
  } catch (error) {
    if (batches.length > 1 && isAboutData(error))
      await Promise.all(batches.map((batch) => appendShared(database, [batch], websiteIds)));
    else for (const { failed } of batches) failed(error);
  }
}

/** A data exception or a violated constraint; Citus calls it an internal error. Any other failure, such as a lost connection, concerns all. */
function isAboutData(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(?:2[23]|XX)/.test(error.code);
}

function count(isNew: readonly boolean[]): number {
  return isNew.filter(Boolean).length;
}
