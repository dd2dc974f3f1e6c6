import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError } from '../local-error.ts';

/** One product per clone: a second start says where the first one is. */
export async function claimClone(localDir: string): Promise<() => Promise<void>> {
  const file = join(localDir, 'running.json');
  const running = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as { pid: number } | null;
  if (running && isAlive(running.pid)) {
    throw new LocalError(
      `It is already running from this clone (process ${running.pid}). Stop that one first: kill ${running.pid}`,
    );
  }
  await writeFile(file, `${JSON.stringify({ pid: process.pid })}\n`);
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
