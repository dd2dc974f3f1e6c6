import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { distributeDatabase, migrateDatabase } from '@funnel/admin';
import {
  type Database,
  inReadTransaction,
  isDistributed,
  observeDatabase,
  openDatabase,
  readWebsites,
} from '@funnel/db';
import { dayOf, resolvePeriod, trustedWebsiteId, type WebsiteId } from '@funnel/domain';
import { foldPending, importCatalog, ingest, recordEvents } from '@funnel/ingest';
import { readMetrics } from '@funnel/metrics';
import { type BenchContext, median } from './bench-context.ts';
import { benchCatalog, writeBenchEvents } from './bench-data.ts';
import { catalogOf, newEvents } from './ingest/events.ts';

const CAMPAIGNS = 20;
const EVENTS = 50_000;
const WEBSITES = 50;
const REPEATS = 50;

/**
 * Measures the main statements on the databases of the given addresses, which must be empty, or on a new PostgreSQL. One with the
 * Citus extension is distributed first.
 */
export async function benchCitus(
  { folder, databaseUrl, defer }: BenchContext,
  urls: string[],
): Promise<void> {
  for (const url of urls.length > 0 ? urls : [databaseUrl]) {
    await migrateDatabase(url);
    const database = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 16 });
    defer(() => database.close());
    const [extension] = await database.sql`select from pg_extension where extname = 'citus'`;
    if (extension) await distributeDatabase(url);
    const [server] = await database.sql<
      { version: string }[]
    >`select current_setting('server_version') as version`;
    console.log(`\n${server?.version}${(await isDistributed(database.sql)) ? ', Citus' : ''}`);
    await measure(database, folder);
  }
}

async function measure(database: Database, folder: string): Promise<void> {
  const times = watch();
  const options = { encryptionKey: new Uint8Array(32), now: new Date() };
  await importCatalog(database, catalogOf(WEBSITES, CAMPAIGNS), options);
  await importCatalog(database, benchCatalog(CAMPAIGNS), options);
  const file = join(folder, 'events.ndjson');
  await writeBenchEvents(file, { events: EVENTS, campaigns: CAMPAIGNS, days: 365 });
  const seconds = await timeOf(() =>
    ingest(database, createReadStream(file), { now: () => new Date(), onRefused: async () => {} }),
  );
  console.log(`load a file: ${Math.round(EVENTS / (seconds / 1000))} events/s`);

  const ids = Array.from({ length: WEBSITES }, (_, index) => trustedWebsiteId(index + 1));
  for (const [name, batch, websites] of [
    ['1 event', 1, 1],
    ['100 events of one website', 100, 1],
    [`100 events of ${WEBSITES} websites`, 100, WEBSITES],
  ] as const)
    await report(`record ${name}`, () =>
      recordEvents(database, newEvents(batch, { websites, campaigns: CAMPAIGNS }), { now: new Date() }),
    );
  await report('fold one website', async () => {
    await recordEvents(database, newEvents(100, { websites: 1, campaigns: CAMPAIGNS }), { now: new Date() });
    await foldPending(database, { minEvents: 1 });
  });
  for (const days of [30, 365])
    for (const countType of ['total', 'distinct'] as const)
      await report(`report of one website, ${days} days, ${countType}`, () =>
        readReport(database, ids.slice(0, 1), days, countType),
      );
  await report(`report of ${WEBSITES} websites, 30 days, total`, () =>
    readReport(database, ids, 30, 'total'),
  );

  console.log('\nstatements, median ms:');
  for (const [name, all] of [...times].sort(([one], [other]) => one.localeCompare(other)))
    if (all.length >= REPEATS / 2) console.log(`${name}: ${median(all, 2)}`);
  observeDatabase(undefined);
}

async function readReport(
  database: Database,
  ids: WebsiteId[],
  days: number,
  countType: 'distinct' | 'total',
) {
  const now = new Date();
  const end = dayOf(now);
  await inReadTransaction(database, ids, async (connection) => {
    const websites = await readWebsites(connection, ids);
    const [facts] = websites;
    if (!facts) throw new Error('The catalog was not loaded');
    const selection = { timeframe: 'custom' as const, range: { start: end - days + 1, end } };
    const period = resolvePeriod({ selection, countType }, { facts, now });
    const subjects = [{ level: 'website' as const, ids: 'all' as const }];
    await readMetrics(connection, { websites, period, subjects });
  });
}

/** The durations of all statements, by name. */
function watch(): Map<string, number[]> {
  const times = new Map<string, number[]>();
  observeDatabase({
    statement(name) {
      const startedAt = performance.now();
      return () => times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
    },
    transaction: () => ({ begun: () => {}, ended: () => {} }),
  });
  return times;
}

async function report(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n++) times.push(await timeOf(work));
  console.log(`${name}: ${median(times, 1)} ms`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
