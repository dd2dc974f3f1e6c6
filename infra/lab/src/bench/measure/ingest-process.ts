import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trial } from '../../trial.ts';
import { memoryOf } from './usage.ts';

export interface Loaded {
  events: number;
  ms: number;
  /** The most memory that the process had; undefined without Linux. */
  peakMegabytes: number | undefined;
}

const MEMORY_INTERVAL_MS = 100;

/** Loads a file with `ingest` in a process of its own, with the memory that `npm run -s ingest` gives it. */
export async function runIngest(
  { root, defer }: Pick<Trial, 'root' | 'defer'>,
  { url, file }: { url: string; file: string },
): Promise<Loaded> {
  const main = join(root, 'apps', 'cli', 'dist', 'main.js');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(await nodeOptions(root)), main, 'ingest', file, '--json'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  defer(() => child.kill());
  let peakMegabytes: number | undefined;
  // The system keeps the largest value, so that only growth in the last moment before the end is missed.
  const look = async () => {
    peakMegabytes = (await memoryOf(child.pid))?.peak ?? peakMegabytes;
  };
  const watch = setInterval(() => void look(), MEMORY_INTERVAL_MS).unref();
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<unknown>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (status !== 0) throw new Error(`ingest ended with ${String(status)}`);
  const { new: events } = JSON.parse(output) as { new: number };
  return { events, ms: performance.now() - startedAt, peakMegabytes };
}

/** Those of the script in package.json, so that both have the same limit of memory. */
async function nodeOptions(root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { ingest: string };
  };
  return scripts.ingest.match(/--\S+=\S+/g) ?? [];
}
