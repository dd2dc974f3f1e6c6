import { Combiner, type WebsiteId } from '@funnel/domain';
import type { Database } from '../connection/database.ts';
import { isDistributed } from '../machines/distributed.ts';
import { readWebsites, type WebsiteFacts } from './read-websites.ts';

/** Two, so that requests go on when one statement is slow. */
const MAX_UNDER_WAY = 2;

const CURRENT_WEBSITES = Symbol('current websites');

/**
 * Reads websites as `readWebsites` does, with one statement for many requests: while statements run, requests wait and
 * share the next one. No answer is older than its request. On Citus each request has its own: one about websites of a machine that
 * is lost must not fail or delay the others.
 * @example
 * const [website] = await readCurrentWebsites(database, [websiteId]);
 * assert.equal(website?.currency, 'EUR');
 */
export async function readCurrentWebsites(
  database: Database,
  ids: readonly WebsiteId[],
): Promise<WebsiteFacts[]> {
  if (await isDistributed(database.sql)) return readWebsites(database.sql, ids);
  const combiner = database.memory.once(
    CURRENT_WEBSITES,
    () =>
      new Combiner<readonly WebsiteId[], WebsiteFacts[]>({
        serve: (requests) => readTogether(database, requests),
        maxUnderWay: () => MAX_UNDER_WAY,
        // The check of a token lets many requests go on at the same moment.
        soon: setImmediate,
      }),
  );
  return combiner.ask(ids);
}

function readTogether(
  database: Database,
  requests: readonly (readonly WebsiteId[])[],
): Promise<WebsiteFacts[]>[] {
  const websites = readWebsites(database.sql, [...new Set(requests.flat())]);
  return requests.map(async (ids) => {
    const asked = new Set(ids);
    return (await websites).filter(({ id }) => asked.has(id));
  });
}
