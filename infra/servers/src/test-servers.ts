import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster, runningUrl, startCluster, stopCluster } from './postgres/cluster.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { findRedis, startRedis } from './redis/redis-server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts PostgreSQL and Redis for the suites and sets TEST_DATABASE_URL and, if there is a Redis, TEST_REDIS_URL. What
 * they and the suites write is in one folder, the temporary folder of this process and of those that it starts.
 */
export async function startTestServers(): Promise<{ stop(): Promise<void> }> {
  const folder = await createScratchFolder();
  process.env['TMPDIR'] = folder;
  process.env['TEST_RUN_STARTED'] ??= String(Date.now());
  const stopPostgres = await startTestPostgres(join(folder, 'postgres'));
  const stopRedis = await startTestRedis(join(folder, 'redis'));
  return {
    async stop() {
      await stopRedis();
      await stopPostgres();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sets TEST_DATABASE_URL to the given server, or to an embedded one that it starts. Returns a function that stops it. */
async function startTestPostgres(folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (given) {
    process.env['TEST_DATABASE_URL'] = given;
    return async () => {};
  }
  const cluster = await openCluster(folder);
  // Test data does not have to survive a power failure.
  await startCluster(cluster, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  process.env['TEST_DATABASE_URL'] = (await runningUrl(folder, 'postgres')) ?? '';
  return () => stopCluster(cluster);
}

/** Runs `work` with TEST_DATABASE_URL set: to the given server, or to one below `parent` that ends with the work. */
export async function withTestPostgres<Result>(parent: string, work: () => Promise<Result>): Promise<Result> {
  const folder = join(parent, String(process.pid));
  const stop = await startTestPostgres(folder);
  try {
    return await work();
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a private Redis for the suites. If there is none to start, it prints that their tests are skipped. */
async function startTestRedis(folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_REDIS_URL'] || process.env['REDIS_URL'];
  if (given) {
    process.env['TEST_REDIS_URL'] = given;
    return async () => {};
  }
  const redis = await findRedis(root);
  if (!redis) {
    console.warn(
      '\nNO REDIS: tests that need Redis are SKIPPED. Install redis-server 7 or newer, or set TEST_REDIS_URL.\n',
    );
    return async () => {};
  }
  process.env['TEST_REDIS_SERVER'] = redis.program;
  process.env['TEST_REDIS_LIBRARIES'] = redis.env['LD_LIBRARY_PATH'] ?? '';
  const server = await startRedis(redis, { folder });
  process.env['TEST_REDIS_URL'] = server.url;
  return () => server.stop();
}
