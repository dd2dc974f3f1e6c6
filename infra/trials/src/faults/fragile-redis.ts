import { findRedis, LocalError, startRedis } from '@funnel/servers';
import { Redis } from 'ioredis';

/** Starts a Redis that can be emptied or killed and comes back, empty, at the same address. */
export async function startFragileRedis(root: string, folder: string) {
  const program = await findRedis(root);
  if (!program) throw new LocalError('There is no Redis on this machine: install redis-server 7 or newer.');
  let server = await startRedis(program, { folder });
  const { url, port } = server;
  return {
    url,
    async flush() {
      const redis = new Redis(url);
      await redis.flushall();
      redis.disconnect();
    },
    kill: () => server.stop('SIGKILL'),
    async restart() {
      server = await startRedis(program, { folder, port });
    },
    stop: () => server.stop(),
  };
}
