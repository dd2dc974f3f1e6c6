import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchContext } from './bench-context.ts';
import { loadBenchCatalog, writeBenchEvents } from './bench-data.ts';

const CAMPAIGNS = 100;
const MEMORY_INTERVAL_MS = 200;

/** Measures the events per second and the peak memory of `pnpm ingest`. The first argument is the number of events. */
export async function benchIngest(
  { root, folder, databaseUrl, defer }: BenchContext,
  [count = '1000000']: string[],
): Promise<void> {
  const events = Number(count);
  const file = join(folder, 'events.ndjson');
  console.error(`- Writing ${events} events`);
  await loadBenchCatalog(databaseUrl, CAMPAIGNS);
  await writeBenchEvents(file, { events, campaigns: CAMPAIGNS, days: 30 });
  console.error('- Ingesting');
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=350', join(root, 'apps', 'cli', 'dist', 'main.js'), 'ingest', file, '--json'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
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
  console.log(
    JSON.stringify({
      ...JSON.parse(output),
      seconds: Number(seconds.toFixed(1)),
      events_per_second: Math.round(events / seconds),
      peak_mb: Math.round(peakMegabytes),
    }),
  );
}

function residentMegabytes(pid: number | undefined): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
}
