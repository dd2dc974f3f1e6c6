import { setTimeout as sleep } from 'node:timers/promises';
import type { JobsOptions, RepeatOptions } from 'bullmq';
import type { WorkQueue } from './work-queue.ts';

/** A job that comes again, as data. The id names it in the queue and may not contain a colon. */
export interface Schedule {
  id: string;
  repeat: Pick<RepeatOptions, 'every' | 'pattern' | 'tz'>;
  options?: JobsOptions;
}

export interface KeepSchedulesOptions {
  queue: WorkQueue;
  schedules: readonly Schedule[];
  everyMs: number;
  signal: AbortSignal;
  wallClock: () => Date;
  onError: (error: unknown) => void;
  /** Once at first, and again whenever a schedule was lost: jobs were lost with it. */
  onPlaced: () => Promise<void>;
}

/**
 * Puts the schedules in place and sees that they stay there until the signal: a Redis that lost its data
 * comes back without them, and a chain of jobs that broke once never moves again by itself.
 */
export async function keepSchedules(options: KeepSchedulesOptions): Promise<void> {
  const { schedules, everyMs, signal, onError, onPlaced } = options;
  let isPlaced = false;
  while (!signal.aborted) {
    try {
      const found = await Promise.all(schedules.map((schedule) => keep(schedule, options)));
      if (!found.every(Boolean)) isPlaced = false;
      if (!isPlaced) await onPlaced();
      isPlaced = true;
    } catch (error) {
      onError(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Whether it was there already. */
async function keep(
  { id, repeat, options }: Schedule,
  { queue, wallClock }: KeepSchedulesOptions,
): Promise<boolean> {
  const current = await queue.getJobScheduler(id);
  const same =
    current?.every === repeat.every && current?.pattern === repeat.pattern && current?.tz === repeat.tz;
  if (current && same && (await isAlive(id, current.next ?? 0, queue, wallClock))) return true;
  // BullMQ keeps the offset of the former interval, which can put the next run far off.
  if (current && !same) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, repeat, { name: id, ...(options && { opts: options }) });
  return current !== undefined;
}

/** A job that is due but waits its turn is alive: planning anew would drop it and so skip a run. */
async function isAlive(id: string, next: number, queue: WorkQueue, wallClock: () => Date): Promise<boolean> {
  return next > wallClock().getTime() || (await queue.getJob(`repeat:${id}:${next}`)) !== undefined;
}
