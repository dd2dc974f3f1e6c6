import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, LocalError } from '@funnel/servers';
import type { Addresses } from './services.ts';

interface Running {
  pid: number;
  addresses?: Addresses;
}

const fileOf = (localDir: string) => join(localDir, 'running.json');

export async function readRunning(localDir: string): Promise<Running | undefined> {
  const running = JSON.parse(await readFile(fileOf(localDir), 'utf8').catch(() => 'null')) as Running | null;
  return running && isAlive(running.pid) ? running : undefined;
}

/** Allows one start per clone: a second one fails and names the first. */
export async function claimClone(localDir: string): Promise<() => Promise<void>> {
  const running = await readRunning(localDir);
  if (running) {
    throw new LocalError(
      `npm start is already running from this clone (process ${running.pid}). Stop it first: kill ${running.pid}`,
    );
  }
  await writeRunning(localDir, { pid: process.pid });
  return () => rm(fileOf(localDir), { force: true });
}

/** Saves the addresses for commands that create tokens for the running services. */
export async function noteAddresses(localDir: string, addresses: Addresses): Promise<void> {
  await writeRunning(localDir, { pid: process.pid, addresses });
}

async function writeRunning(localDir: string, running: Running): Promise<void> {
  await writeFile(fileOf(localDir), `${JSON.stringify(running, null, 2)}\n`);
}
