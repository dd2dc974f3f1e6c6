import { randomUUID } from 'node:crypto';
import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { LocalError } from '@funnel/servers';
import { type BenchContext, say } from './bench-context.ts';
import { openBench } from './bench-database.ts';
import { loadCatalog, partId, range } from './data/bench-data.ts';
import { runWorker } from './real-worker.ts';
import { residentMegabytes } from './usage.ts';

const CAMPAIGNS = 5;
const VISITS = 60;
const DAY_MS = 86_400_000;
const WEBSITES_AT_ONCE = 300;
const TYPES = ['view', 'view', 'view', 'conversion', 'completion'];

/**
 * Measures the snapshots per second of one worker that writes those of many websites, and its memory at every tenth
 * of them. The queue is in PostgreSQL, or in REDIS_URL. The first argument is the number of websites.
 */
export async function benchInsights(context: BenchContext, [count = '1000']: string[]): Promise<void> {
  const websites = Number(count);
  if (!(websites > 0)) throw new LocalError('Usage: npm run -s bench insights [WEBSITES]');
  await migrateDatabase(context.databaseUrl);
  const database = openBench(context.databaseUrl, { maxConnections: 2 });
  context.defer(() => database.close());
  say(`Loading ${websites} websites`);
  await loadWebsites(database, websites);
  say('Starting the worker');
  let startedWith: number | undefined;
  const megabytes: number[] = [];
  const seconds = await runWorker(context, {}, async (url) => {
    const [row] = await database.sql`select count(*) as n from insights_snapshots`;
    const written = Number(row?.['n']);
    startedWith ??= written;
    const isDone = written >= websites;
    if (isDone || written >= (websites * megabytes.length) / 10) megabytes.push(await residentMegabytes(url));
    return isDone;
  });
  console.log(
    JSON.stringify({
      queue: process.env['REDIS_URL'] ? 'Redis' : 'PostgreSQL',
      websites,
      seconds: Number(seconds.toFixed(1)),
      websites_per_second: Math.round((websites - (startedWith ?? 0)) / seconds),
      megabytes,
    }),
  );
}

/** Loads websites with campaigns of two variants and visits of the last 15 days. */
async function loadWebsites(database: Database, websites: number): Promise<void> {
  const now = new Date();
  await loadCatalog(database, websites, () => ({
    campaigns: CAMPAIGNS,
    variants: 2,
    steps: 2,
    elements: 1,
  }));
  for (let from = 1; from <= websites; from += WEBSITES_AT_ONCE) {
    const ids = range(Math.min(WEBSITES_AT_ONCE, websites - from + 1)).map((n) => from + n);
    const events = ids.flatMap((website) => range(VISITS).map((visit) => eventOf(website, visit, now)));
    await recordEvents(database, events, { now });
    await foldPending(database, { minEvents: 1 });
  }
}

function eventOf(website: number, visit: number, now: Date) {
  return {
    event_id: randomUUID(),
    type: TYPES[visit % TYPES.length],
    website_id: website,
    element_id: partId(1 + (visit % CAMPAIGNS), visit % 2, 0, 0),
    visitor_token: randomUUID(),
    occurred_at: new Date(now.getTime() - (visit % 15) * DAY_MS).toISOString(),
  };
}
