import { randomBytes, randomUUID } from 'node:crypto';
import { createServiceRoles, type Database } from '@funnel/db';
import type { TestData } from '@funnel/testing';
import { Queue } from 'bullmq';
import { queueBackend } from '../../src/queue/backend.ts';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';

/** The time at which the tests run: the Monday after `WEEK`. */
export const NOW = new Date('2026-11-16T09:00:00Z');
/** The week that is due. */
export const WEEK = '2026-11-09';

const EVENTS_PER_BATCH = 5000;

/** A database with an empty queue, and with websites 1 to `count`. */
export function manyWebsites(count: number): TestData {
  return {
    name: `websites_${count}`,
    async add(database, databaseUrl) {
      await loadWebsites(database, count);
      const queue = new Queue(
        'insights',
        { connection: {} },
        queueBackend({ redisUrl: undefined, databaseUrl }),
      );
      await queue.waitUntilReady();
      await queue.close();
      // The owner has created the tables of the queue, as before there were roles: hand them over to the worker.
      await createServiceRoles(databaseUrl);
    },
  };
}

/** Creates websites 1 to `count` with one campaign each; website n has 1 + n % 7 converting viewers in `WEEK`. */
async function loadWebsites(database: Database, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const catalog = {
    accounts: [{ id: 1, name: 'Many' }],
    websites: ids.map((id) => ({
      id,
      account_id: 1,
      name: `site-${id}.example`,
      created_at: '2026-01-05T00:00:00Z',
    })),
    campaigns: ids.map((id) => ({
      id: 1,
      website_id: id,
      name: 'Newsletter',
      cta_type: 'overlay',
      variants: [
        {
          id: 1,
          variation: 'a',
          steps: [{ id: 1, position: 1, elements: [{ id: 1, element_type: 'button' }] }],
        },
      ],
    })),
  };
  await importCatalog(database, catalog, { encryptionKey: new Uint8Array(randomBytes(32)), now: NOW });
  const events = ids.flatMap((id) => Array.from({ length: viewersOf(id) }, () => visit(id)).flat());
  for (let from = 0; from < events.length; from += EVENTS_PER_BATCH)
    await recordEvents(database, events.slice(from, from + EVENTS_PER_BATCH), { now: NOW });
  await foldPending(database, { minEvents: 1 });
}

function viewersOf(websiteId: number): number {
  return 1 + (websiteId % 7);
}

/** Counts the snapshots of `WEEK`. */
export async function countSnapshots(database: Database): Promise<number> {
  const [row] =
    await database.sql`select count(*)::int as n from insights_snapshots where week = ${WEEK}::text::date`;
  return row?.['n'];
}

/** Lists the websites from 1 to `count` whose snapshot of `WEEK` is missing, incomplete or wrong. */
export async function wrongSnapshots(database: Database, count: number): Promise<readonly unknown[]> {
  return database.sql`
    select w.id, s.viewers, m.levels, m.least, m.most
    from generate_series(1, ${count}::int) as w (id)
    left join insights_snapshots s on s.website_id = w.id and s.week = ${WEEK}::text::date
    left join lateral (
      select count(*)::int as levels, min(conversions)::int as least, max(conversions)::int as most
      from insights_metrics m where m.website_id = w.id and m.week = ${WEEK}::text::date
    ) m on true
    where s.viewers is distinct from 1 + w.id % 7
      or m.levels <> 5 or m.least <> 1 + w.id % 7 or m.most <> 1 + w.id % 7
      or jsonb_array_length(s.recommendations) < 1`;
}

/** A view and a conversion of one visitor. An element has no views, only conversions. */
function visit(websiteId: number) {
  const visitor = randomUUID();
  return ['view', 'conversion'].map((type) => ({
    event_id: randomUUID(),
    type,
    website_id: websiteId,
    element_id: 1,
    visitor_token: visitor,
    occurred_at: '2026-11-11T10:00:00Z',
  }));
}
