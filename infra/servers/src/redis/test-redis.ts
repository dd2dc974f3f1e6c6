import { spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort } from '../ports.ts';
import { type RedisProgram, debianRedis } from './debian-redis.ts';

/** Starts a private Redis for the suites. If there is none to start, it prints that their tests are skipped. */
export async function startTestRedis(root: string, folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_REDIS_URL'] || process.env['REDIS_URL'];
  if (given) {
    process.env['TEST_REDIS_URL'] = given;
    return async () => {};
  }
  const redis = redisOnPath() ?? (await debianRedis(join(root, '.local', 'debian-redis')));
  if (!redis) {
    console.warn(
      '\nNO REDIS: tests that need Redis are SKIPPED. Install redis-server 7 or newer, or set TEST_REDIS_URL.\n',
    );
    return async () => {};
  }
  process.env['TEST_REDIS_SERVER'] = redis.program;
  process.env['TEST_REDIS_LIBRARIES'] = redis.env['LD_LIBRARY_PATH'] ?? '';
  return start(redis, folder);
}

function redisOnPath(): RedisProgram | undefined {
  const program = ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  return program ? { program, env: {} } : undefined;
}

async function start(redis: RedisProgram, folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const port = await anyFreePort();
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const child = spawn(redis.program, settings, { stdio: 'ignore', env: { ...process.env, ...redis.env } });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 1200 || child.exitCode !== null)
      throw new Error(`${redis.program} did not start on port ${port}`);
    await sleep(50);
  }
  process.env['TEST_REDIS_URL'] = `redis://127.0.0.1:${port}`;
  return async () => {
    child.kill('SIGTERM');
    await exited;
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
