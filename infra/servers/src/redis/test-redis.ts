import { findRedis, startRedis } from './redis-server.ts';

/** Starts a private Redis for the suites. If there is none to start, it prints that their tests are skipped. */
export async function startTestRedis(root: string, folder: string): Promise<() => Promise<void>> {
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
