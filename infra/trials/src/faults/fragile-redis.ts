import { findRedis, LocalError, type RedisServer, startRedis } from '@funnel/servers';
import { Redis } from 'ioredis';

/** A Redis that can be emptied or killed and comes back, empty, at the same address. */
export class FragileRedis {
  readonly #start: (port?: number) => Promise<RedisServer>;
  #server: RedisServer;

  private constructor(start: (port?: number) => Promise<RedisServer>, server: RedisServer) {
    this.#start = start;
    this.#server = server;
  }

  static async start(root: string, folder: string): Promise<FragileRedis> {
    const program = await findRedis(root);
    if (!program) throw new LocalError('There is no Redis on this machine: install redis-server 7 or newer.');
    const start = (port?: number) => startRedis(program, { folder, ...(port && { port }) });
    return new FragileRedis(start, await start());
  }

  get url(): string {
    return this.#server.url;
  }

  async flush(): Promise<void> {
    const redis = new Redis(this.url);
    await redis.flushall();
    redis.disconnect();
  }

  kill(): Promise<void> {
    return this.#server.stop('SIGKILL');
  }

  async restart(): Promise<void> {
    this.#server = await this.#start(this.#server.port);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
