import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeOf } from './turns.ts';

const NANOSECONDS_PER_MS = 1e6;
/** Long enough for the watch to see at least one timer. */
const SETTLE_MS = 5;

/** The time of some work, and the longest time in which nothing else could run in this process. */
export async function watchingTurns(
  work: () => Promise<unknown>,
): Promise<{ ms: number; longestTurnMs: number }> {
  const watch = monitorEventLoopDelay({ resolution: 1 });
  watch.enable();
  await sleep(SETTLE_MS);
  const ms = await timeOf(work);
  // A turn is seen when the next timer is late: the last turn of the work, too.
  await sleep(SETTLE_MS);
  watch.disable();
  return { ms, longestTurnMs: watch.max / NANOSECONDS_PER_MS };
}
