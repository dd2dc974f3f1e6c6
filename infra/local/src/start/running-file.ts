import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, LocalError } from '@funnel/servers';
import type { Addresses } from './addresses.ts';

interface Running {
  pid: number;
  addresses?: Addresses;
}

const fileOf = (localDir: string) => join(localDir, 'running.json');

/** What runs from this clone now, if anything does. */
export async function readRunning(localDir: string): Promise<Running | undefined> {
  const running = JSON.parse(await readFile(fileOf(localDir), 'utf8').catch(() => 'null')) as Running | null;
  return running && isAlive(running.pid) ? running : undefined;
}

/** One product per clone: a second start says where the first one is. */
export async function claimClone(localDir: string): Promise<() => Promise<void>> {
  const running = await readRunning(localDir);
  if (running) {
    throw new LocalError(
      `It is already running from this clone (process ${running.pid}). Stop that one first: kill ${running.pid}`,
    );
  }
  await writeRunning(localDir, { pid: process.pid });
  return () => rm(fileOf(localDir), { force: true });
}

/** For the commands, which make tokens for the services that run. */
export async function noteAddresses(localDir: string, addresses: Addresses): Promise<void> {
  await writeRunning(localDir, { pid: process.pid, addresses });
}

async function writeRunning(localDir: string, running: Running): Promise<void> {
  await writeFile(fileOf(localDir), `${JSON.stringify(running, null, 2)}\n`);
}
