import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES, startService, untilReady } from '@funnel/local';
import { anyFreePort, LocalError } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';

const POLL_MS = 100;
const TIMEOUT_MS = 900_000;

/** Starts the insights worker until `isDone`, which is asked again and again. Returns the seconds that it worked. */
export async function runWorker(
  { root, folder, databaseUrl, defer }: BenchContext,
  env: Readonly<Record<string, string>>,
  isDone: (url: string) => Promise<boolean>,
): Promise<number> {
  const service = SERVICES.find(({ app }) => app === 'insights-worker');
  if (!service) throw new LocalError('There is no worker.');
  await mkdir(join(folder, 'logs'), { recursive: true });
  const worker = startService({
    root,
    localDir: folder,
    service,
    port: await anyFreePort(),
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...env },
  });
  const stop = async () => {
    worker.stop();
    await worker.ended;
  };
  defer(stop);
  await untilReady(worker);
  const startedAt = performance.now();
  while (!(await isDone(worker.url))) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new LocalError('The worker did not finish.');
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await stop();
  return seconds;
}
