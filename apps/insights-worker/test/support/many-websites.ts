import { randomBytes, randomUUID } from 'node:crypto';
import { createServiceRoles } from '@funnel/admin';
import { type Database } from '@funnel/db';
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
  const events = ids.flatMap((id) =>
    Array.from({ length: viewersOf(id) }, (_, viewer) => visit(id, viewer)).flat(),
  );
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
export async function wrongSnapshots(database: Database, count: number): Promise<number[]> {
  const right = await database.sql<{ id: number }[]>`
    select s.website_id as id
    from insights_snapshots s
    join (
      select website_id, count(*) as levels, min(conversions) as least, max(conversions) as most
      from insights_metrics where week = ${WEEK}::text::date
      group by website_id
    ) m on m.website_id = s.website_id
    where s.week = ${WEEK}::text::date
      and s.viewers = 1 + s.website_id % 7
      and m.levels = 5 and m.least = 1 + s.website_id % 7 and m.most = 1 + s.website_id % 7
      and jsonb_array_length(s.recommendations) >= 1`;
  const ids = new Set(right.map(({ id }) => id));
  return Array.from({ length: count }, (_, index) => index + 1).filter((id) => !ids.has(id));
}

/** A view and a conversion of a viewer, the first one by default. An element has no views, only conversions. */
export function visit(websiteId: number, viewer = 0) {
  const visitor = `00000000-0000-4000-8000-${String(websiteId * 1000 + viewer).padStart(12, '0')}`;
  return ['view', 'conversion'].map((type) => ({
    event_id: randomUUID(),
    type,
    website_id: websiteId,
    element_id: 1,
    visitor_token: visitor,
    occurred_at: '2026-11-11T10:00:00Z',
  }));
}
