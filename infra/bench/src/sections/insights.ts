import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { SERVICES, startService, untilReady } from '@funnel/local';
import { anyFreePort, LocalError } from '@funnel/servers';
import { loadCatalog, partId, range } from '../data/catalog.ts';
import { spreadOf } from '../measure/statistics.ts';
import { residentMegabytes } from '../measure/usage.ts';
import { dropDatabase, newDatabase, withDatabase } from '../product/database.ts';
import type { Row } from '../report/table.ts';
import { say, type Stage } from '../stage.ts';

const DATABASE = 'insights';
const CAMPAIGNS = 5;
const VISITS = 60;
const WEBSITES_AT_ONCE = 300;
const TYPES = ['view', 'view', 'view', 'conversion', 'completion'];
const DAY_MS = 86_400_000;
const POLL_MS = 100;
const TIMEOUT_MS = 900_000;

/** The snapshots per second of one worker that writes those of many websites, and its memory at every tenth. For information. */
export async function measureInsights(stage: Stage): Promise<Row[]> {
  const { store, settings } = stage;
  const url = await newDatabase(store.serverUrl, DATABASE);
  try {
    await migrateDatabase(url);
    return await withDatabase(
      url,
      async (database) => {
        await loadWebsites(database, settings.insightsWebsites);
        return measureWorker(stage, { url, database });
      },
      { maxConnections: 2 },
    );
  } finally {
    await dropDatabase(store.serverUrl, DATABASE);
  }
}

async function measureWorker(
  { root, store, settings: { insightsWebsites: websites }, defer }: Stage,
  { url, database }: { url: string; database: Database },
): Promise<Row[]> {
  say(`one worker writes the snapshots of ${websites} websites`);
  const service = SERVICES.find(({ app }) => app === 'insights-worker');
  if (!service) throw new LocalError('There is no worker.');
  const localDir = join(store.folder, 'insights');
  await mkdir(join(localDir, 'logs'), { recursive: true });
  const env = { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const worker = startService({ root, localDir, service, port: await anyFreePort(), env });
  const stop = async () => {
    worker.stop();
    await worker.ended;
  };
  defer(stop);
  await untilReady(worker);
  const startedAt = performance.now();
  const megabytes: number[] = [];
  let startedWith: number | undefined;
  for (let written = 0; written < websites; await sleep(POLL_MS)) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new LocalError('The worker did not finish.');
    const [row] = await database.sql`select count(*) as n from insights_snapshots`;
    written = Number(row?.['n']);
    startedWith ??= written;
    if (written >= (websites * megabytes.length) / 10) megabytes.push(await residentMegabytes(worker.url));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await stop();
  const what = `weekly snapshots of ${websites.toLocaleString('en')} websites, one worker`;
  return [
    {
      what,
      against: '',
      unit: 'websites/s',
      measured: spreadOf([(websites - (startedWith ?? 0)) / seconds]),
      detail: `${seconds.toFixed(1)} s`,
    },
    {
      what: `${what}, memory`,
      against: '',
      unit: 'MB',
      measured: spreadOf([Math.max(...megabytes)]),
      detail: `after each tenth: ${megabytes.join(', ')}`,
    },
  ];
}

/** Loads websites with campaigns of two variants and visits of the last 15 days. */
async function loadWebsites(database: Database, websites: number): Promise<void> {
  const now = new Date();
  await loadCatalog(database, websites, { campaigns: CAMPAIGNS, variants: 2, steps: 2, elements: 1 });
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
