import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_CAMPAIGN, randomEvent, websiteIds } from '../load/data.ts';
import type { Recount } from '../load/recount.ts';

/** Files that are loaded while everything is killed. */
export type KilledLoads = ReturnType<typeof startLoads>;

/** Two processes load the same file at the same time. */
const LOADERS = [1, 2];
const EVENTS = 20_000;
/** Large enough to be parsed in a thread, in several batches. */
const BATCH_EVENTS = '4000';
/** Of the lines, these are repeats of an earlier one. */
const REPEATED = 0.2;
/** Each file has some days of two years, so that most of what is packed stays so. */
const MAX_AGE_DAYS = 730;
/** Rollups of a website are not packed while they are loaded. */
const PAUSE_MS = 3_000;
/** A load of this size takes some seconds, also on a busy machine and beside a database that is killed. */
const HANGS_AFTER_MS = 120_000;
const HANG_SIGNAL = 'SIGABRT';
const RETRY_MS = 100;

/**
 * Loads one file after the other, with events of any days and repeats. Two processes load each file, and begin again
 * until they have come to its end. Nobody else sends events of its campaign.
 */
export function startLoads(options: {
  root: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  recount: Recount;
}) {
  const { root, env, recount } = options;
  const folder = join(options.folder, 'loads');
  const file = join(folder, 'events.ndjson');
  const cli = join(root, 'apps', 'cli', 'dist', 'main.js');
  const running = new Set<ChildProcess>();
  const counts = { files: 0, starts: 0 };
  const over = new AbortController();
  const ended = new AbortController();

  async function load(loader: number): Promise<boolean> {
    const refused = join(folder, `${loader}.refused.ndjson`);
    const argv = [cli, 'ingest', file, '--batch-events', BATCH_EVENTS, '--refused', refused, '--json'];
    const limits = { timeout: HANGS_AFTER_MS, killSignal: HANG_SIGNAL } as const;
    const child = spawn(process.execPath, argv, { ...limits, env, stdio: ['ignore', 'pipe', 'ignore'] });
    running.add(child);
    counts.starts += 1;
    const [summary, [, signal]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
    running.delete(child);
    if (signal === HANG_SIGNAL) throw new Error('A load has hung');
    // It says nothing here if it did not come to the end.
    if (summary === '') return false;
    if ((JSON.parse(summary) as { refused: number }).refused > 0)
      throw new Error(`A load has refused events: ${refused}`);
    return true;
  }

  async function loadToTheEnd(loader: number): Promise<void> {
    while (!ended.signal.aborted && !(await load(loader))) await sleep(RETRY_MS);
  }

  async function loadFiles(): Promise<void> {
    await mkdir(folder, { recursive: true });
    while (!over.signal.aborted) {
      const endedAgo = Math.random() * MAX_AGE_DAYS;
      const events = Array.from({ length: EVENTS }, (_, index) =>
        randomEvent(websiteIds[index % websiteIds.length] ?? 1, FILE_CAMPAIGN, endedAgo),
      );
      await writeFile(file, linesOf(events));
      await Promise.all(LOADERS.map(loadToTheEnd));
      recount.add(events);
      counts.files += 1;
      await sleep(PAUSE_MS);
    }
  }

  const loading = loadFiles();
  // Reported by `stop`.
  loading.catch(() => {});
  return {
    /** How many files are loaded, and how often a process began to load one. */
    counts,
    kill() {
      const [child] = [...running].toSorted(() => Math.random() - 0.5);
      child?.kill('SIGKILL');
    },
    /** Resolves when the file that is under way is loaded. Rejects if a load hung, or refused an event. */
    stop() {
      over.abort();
      return loading;
    },
    /** Kills all that loads, at the end of a trial that failed. */
    end() {
      ended.abort();
      over.abort();
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

function linesOf(events: readonly object[]): string {
  const lines: string[] = [];
  for (const event of events) {
    lines.push(JSON.stringify(event));
    while (Math.random() < REPEATED) lines.push(lines[Math.floor(Math.random() * lines.length)] ?? '');
  }
  return `${lines.join('\n')}\n`;
}
