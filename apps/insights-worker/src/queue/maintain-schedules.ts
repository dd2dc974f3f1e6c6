import { setTimeout as sleep } from 'node:timers/promises';
import type { JobsOptions, RepeatOptions } from 'bullmq';
import type { WorkQueue } from './backend.ts';

/** A recurring job. The id is its name in the queue and must not contain a colon. */
export interface Schedule {
  id: string;
  repeat: Pick<RepeatOptions, 'every' | 'pattern' | 'tz'>;
  options?: JobsOptions;
}

export interface MaintainSchedulesOptions {
  queue: WorkQueue;
  schedules: readonly Schedule[];
  everyMs: number;
  signal: AbortSignal;
  wallClock: () => Date;
  onError: (error: unknown) => void;
  /** Called at the start and whenever a schedule was missing, because other jobs were lost with it. */
  onRestored: () => Promise<void>;
}

/**
 * Creates the schedules and restores them until the signal aborts. A Redis that lost its data comes back without them,
 * and BullMQ plans each run when the previous one starts, so an interrupted chain does not resume.
 */
export async function maintainSchedules(options: MaintainSchedulesOptions): Promise<void> {
  const { schedules, everyMs, signal, onError, onRestored } = options;
  let isComplete = false;
  while (!signal.aborted) {
    try {
      const existed = await Promise.all(schedules.map((schedule) => ensure(schedule, options)));
      if (!existed.every(Boolean)) isComplete = false;
      if (!isComplete) await onRestored();
      isComplete = true;
    } catch (error) {
      onError(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Creates or repairs a schedule; resolves with whether it existed. */
async function ensure(
  { id, repeat, options }: Schedule,
  { queue, wallClock }: MaintainSchedulesOptions,
): Promise<boolean> {
  const current = await queue.getJobScheduler(id);
  const isUnchanged =
    current?.every === repeat.every && current?.pattern === repeat.pattern && current?.tz === repeat.tz;
  if (current && isUnchanged && (await isAlive(id, current.next ?? 0, queue, wallClock))) return true;
  // BullMQ keeps the offset of the old interval, which could delay the next run for a long time.
  if (current && !isUnchanged) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, repeat, { name: id, ...(options && { opts: options }) });
  return current !== undefined;
}

/** A job that is due but still waiting is alive. Planning it again would drop it and skip a run. */
async function isAlive(id: string, next: number, queue: WorkQueue, wallClock: () => Date): Promise<boolean> {
  return next > wallClock().getTime() || (await queue.getJob(`repeat:${id}:${next}`)) !== undefined;
}
