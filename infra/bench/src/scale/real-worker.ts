import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@funnel/db';
import { countMissingSnapshots } from '@funnel/insights';
import { SERVICES, startService, untilReady } from '@funnel/local';
import { anyFreePort, LocalError } from '@funnel/servers';

const POLL_MS = 250;
const TIMEOUT_MS = 900_000;

/** Starts the insights worker at this time, until it has written every snapshot that is due. Returns how many and for how long. */
export async function catchUp(
  database: Database,
  { root, folder, databaseUrl, now }: { root: string; folder: string; databaseUrl: string; now: Date },
): Promise<{ snapshots: number; seconds: number }> {
  const service = SERVICES.find(({ app }) => app === 'insights-worker');
  if (!service) throw new LocalError('There is no worker.');
  await mkdir(join(folder, 'logs'), { recursive: true });
  const { due: snapshots } = await countMissingSnapshots(database, now);
  const env = { ...process.env, DATABASE_URL: databaseUrl, NOW: now.toISOString(), LOG_LEVEL: 'warn' };
  const worker = startService({ root, localDir: folder, service, port: await anyFreePort(), env });
  try {
    await untilReady(worker);
    const startedAt = performance.now();
    while ((await countMissingSnapshots(database, now)).due > 0) {
      if (performance.now() - startedAt > TIMEOUT_MS) throw new LocalError('The worker did not finish.');
      await sleep(POLL_MS);
    }
    return { snapshots, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    worker.stop();
    await worker.ended;
  }
}
