import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { migrateDatabase } from '@funnel/admin';
import { type BenchContext, say } from '../bench-context.ts';
import { newDatabase, withDatabase } from '../bench-database.ts';
import { loadCatalog, TWO_OF_EACH, writeBenchEvents } from '../data/bench-data.ts';
import { spreadOf } from '../performance/measure/statistics.ts';
import type { Row } from '../performance/report/table.ts';

const CAMPAIGNS = 200;
const DAYS = 730;
const MEMORY_INTERVAL_MS = 200;
const AT_LEAST_PER_SECOND = 20_000;
const MAX_MEGABYTES = 500;

/** Loading a file of two years with `npm run -s ingest`: pace and memory. */
export async function measureBackfill(
  { root, folder, databaseUrl, defer }: BenchContext,
  events: number,
): Promise<Row[]> {
  const url = await newDatabase(databaseUrl, 'backfill');
  const file = join(folder, 'backfill.ndjson');
  say(`writing ${events.toLocaleString('en')} events of two years`);
  await migrateDatabase(url);
  await withDatabase(url, (database) =>
    loadCatalog(database, 1, () => ({ campaigns: CAMPAIGNS, ...TWO_OF_EACH })),
  );
  await writeBenchEvents(file, { events, campaigns: CAMPAIGNS, days: DAYS });
  say('loading them');
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=350', join(root, 'apps', 'cli', 'dist', 'main.js'), 'ingest', file, '--json'],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  defer(() => child.kill());
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(child.pid));
  }, MEMORY_INTERVAL_MS).unref();
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1000;
  const summary = JSON.parse(output) as { new: number };
  if (summary.new !== events) throw new Error(`${summary.new} of ${events} events were new`);
  const what = `loading a file of ${events.toLocaleString('en')} events over two years`;
  return [
    {
      what,
      against: '',
      unit: 'events/s',
      target: { atLeast: AT_LEAST_PER_SECOND },
      measured: spreadOf([events / seconds]),
      detail: `${Math.round(seconds)} s`,
    },
    {
      what: `${what}, memory`,
      against: '',
      unit: 'MB',
      target: { atMost: MAX_MEGABYTES },
      measured: spreadOf([peakMegabytes]),
      detail: 'the largest resident set of the process',
    },
  ];
}

function residentMegabytes(pid: number | undefined): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
}
