import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import { openDatabase } from '@funnel/db';
import { startService, untilReady, SERVICES } from '@funnel/local';
import { LocalError, anyFreePort } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { loadInsightsData } from './insights-data.ts';

const POLL_MS = 100;
const TIMEOUT_MS = 600_000;

/**
 * Measures the snapshots per second of one worker that writes those of many websites, and its memory at every tenth
 * of them. The queue is in PostgreSQL, or in REDIS_URL. The first argument is the number of websites.
 */
export async function benchInsights(
  { root, folder, databaseUrl, defer }: BenchContext,
  [count = '1000']: string[],
): Promise<void> {
  const websites = Number(count);
  const service = SERVICES.find(({ app }) => app === 'insights-worker');
  if (!service || !(websites > 0)) throw new LocalError('Usage: npm run -s bench insights [WEBSITES]');
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench', maxConnections: 2 });
  defer(() => database.close());
  console.error(`- Loading ${websites} websites`);
  await loadInsightsData(database, websites);
  await mkdir(join(folder, 'logs'), { recursive: true });
  console.error('- Starting the worker');
  const env = { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const worker = startService({ root, localDir: folder, service, port: await anyFreePort(), env });
  defer(async () => {
    worker.stop();
    await worker.ended;
  });
  await untilReady(worker);
  const written = async () =>
    Number((await database.sql`select count(*) as n from insights_snapshots`)[0]?.['n']);
  const [startedAt, startedWith] = [performance.now(), await written()];
  const megabytes: number[] = [];
  for (let done = startedWith; done < websites; done = await written()) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new LocalError('The worker did not finish.');
    if (done >= (websites * megabytes.length) / 10) megabytes.push(await residentMegabytes(worker.url));
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  megabytes.push(await residentMegabytes(worker.url));
  console.log(
    JSON.stringify({
      queue: process.env['REDIS_URL'] ? 'Redis' : 'PostgreSQL',
      websites,
      seconds: Number(seconds.toFixed(1)),
      websites_per_second: Math.round((websites - startedWith) / seconds),
      megabytes,
    }),
  );
}

/** The memory of the worker, from its metrics. */
async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes\S* (\S+)$/m.exec(metrics) ?? [];
  return Math.round(Number(bytes) / 1e6);
}
