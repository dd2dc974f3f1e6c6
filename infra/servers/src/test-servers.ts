import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster, runningUrl, startCluster, stopCluster } from './postgres/cluster.ts';
import { startTestRedis } from './redis/test-redis.ts';

export interface TestServers {
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts what the suites need and says where it is: TEST_DATABASE_URL, and TEST_REDIS_URL where there is a Redis. */
export async function startTestServers(): Promise<TestServers> {
  const folder = join(root, '.local', 'test', `run-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const stopPostgres = await startTestPostgres(join(folder, 'postgres'));
  const stopRedis = await startTestRedis(root, join(folder, 'redis'));
  return {
    async stop() {
      await stopRedis();
      await stopPostgres();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sets TEST_DATABASE_URL to the given server, or to an embedded one in `folder`; resolves with how to stop it. */
export async function startTestPostgres(folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (given) {
    process.env['TEST_DATABASE_URL'] = given;
    return async () => {};
  }
  const cluster = await openCluster(folder);
  // Nothing of a test run has to survive a power cut.
  await startCluster(cluster, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  process.env['TEST_DATABASE_URL'] = (await runningUrl(folder, 'postgres')) ?? '';
  return () => stopCluster(cluster);
}
