import { spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { anyFreePort, untilListening } from '../ports.ts';
import { type RedisProgram, debianRedis } from './debian-redis.ts';

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
  { folder, port: given, password }: { folder: string; port?: number; password?: string },
) {
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
    /** Ends it with SIGTERM, or with another signal, and waits for its end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      child.kill(signal);
      await exited;
    },
  };
}
