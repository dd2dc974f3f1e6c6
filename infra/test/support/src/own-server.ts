import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import type { InstalledPostgres } from './installed-postgres.ts';
import { beforeAll } from '@jest/globals';

/** Another PostgreSQL than the embedded one, and its settings. */
interface OwnServer {
  programs?: InstalledPostgres | undefined;
  settings?: Record<string, string>;
}

/**
 * Gives a suite a PostgreSQL of its own, for `createTestDatabase`. A suite that stops processes of PostgreSQL needs it: all
 * databases of a server wait for such a process. Call it first, and `stop` after everything else.
 */
export function useOwnServer({ programs, settings = {} }: OwnServer = {}): {
  stop: () => Promise<void>;
  log: () => Promise<string>;
} {
  let stop = async (): Promise<void> => {};
  let logFile = '';
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'funnel-own-'));
    const cluster = await openCluster(join(folder, 'postgres'), programs);
    logFile = join(cluster.folder, 'server.log');
    stop = async () => {
      await stopCluster(cluster);
      await rm(folder, { recursive: true, force: true });
    };
    await startCluster(cluster, { settings });
    // Jest gives each suite an environment of its own.
    process.env['TEST_DATABASE_URL'] = await runningUrl(cluster.folder, 'postgres');
  });
  return { stop: () => stop(), log: () => readFile(logFile, 'utf8') };
}
