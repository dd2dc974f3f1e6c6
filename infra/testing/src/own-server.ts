import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { beforeAll } from '@jest/globals';

/**
 * Gives a suite a PostgreSQL of its own, for `createTestDatabase`. A suite that stops processes of PostgreSQL needs it: all
 * databases of a server wait for such a process. Call it first, and `stop` after everything else.
 */
export function useOwnServer(): { stop: () => Promise<void> } {
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'funnel-own-'));
    const cluster = await openCluster(join(folder, 'postgres'));
    stop = async () => {
      await stopCluster(cluster);
      await rm(folder, { recursive: true, force: true });
    };
    await startCluster(cluster);
    // Jest gives each suite an environment of its own.
    process.env['TEST_DATABASE_URL'] = await runningUrl(cluster.folder, 'postgres');
  });
  return { stop: () => stop() };
}
