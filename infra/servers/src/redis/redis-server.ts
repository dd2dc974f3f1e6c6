import { spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { anyFreePort, untilListening } from '../ports.ts';
import { type RedisProgram, debianRedis } from './debian-redis.ts';

export interface RedisServer {
  port: number;
  url: string;
  pid: number;
  /** Ends it with SIGTERM, or with another signal, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface RedisStart {
  folder: string;
  port?: number;
  password?: string;
}

/** The Redis on PATH, or on Debian one that is unpacked without root; undefined if there is none. */
export async function findRedis(root: string): Promise<RedisProgram | undefined> {
  const program = ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  return program ? { program, env: {} } : debianRedis(join(root, '.local', 'debian-redis'));
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(
  redis: RedisProgram,
  { folder, port: given, password }: RedisStart,
): Promise<RedisServer> {
  await mkdir(folder, { recursive: true });
  const port = given ?? (await anyFreePort());
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const child = spawn(redis.program, [...settings, '--dir', folder, ...secret], {
    stdio: 'ignore',
    env: { ...process.env, ...redis.env },
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await untilListening(port, child);
  const credentials = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return {
    port,
    url: `redis://${credentials}127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}
