import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('fixtures/command.mjs', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-interruptible-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Command {
  child: ChildProcessByStdio<null, Readable, null>;
  file: string;
  exited: Promise<number | null>;
}

/** Starts the command and waits until it has written something. */
async function start(ending: 'ends' | 'fails' | 'never'): Promise<Command> {
  const file = join(folder, ending + Math.random());
  const child = spawn(process.execPath, [script, file, ending], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  await once(child.stdout, 'data');
  return { child, file, exited };
}

test('cleans up when the command ends, and keeps its exit status', async () => {
  const { file, exited } = await start('ends');
  expect(await exited).toBe(3);
  expect(existsSync(file)).toBe(false);
});

test('cleans up when the command fails', async () => {
  const { file, exited } = await start('fails');
  expect(await exited).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('cleans up on %s', async (signal) => {
  const { child, file, exited } = await start('never');
  expect(existsSync(file)).toBe(true);
  child.kill(signal);
  expect(await exited).toBe(130);
  expect(existsSync(file)).toBe(false);
});

test('cleans up when its output is no longer read, as in `| head`', async () => {
  const { child, file, exited } = await start('never');
  child.stdout.destroy();
  expect(await exited).toBe(130);
  expect(existsSync(file)).toBe(false);
});
