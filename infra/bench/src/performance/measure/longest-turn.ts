import { setTimeout as sleep } from 'node:timers/promises';
import { timeOf } from './turns.ts';

const TICK_MS = 1;

/** The time of some work, and the longest time in which nothing else could run in this process. */
export async function watchingTurns(
  work: () => Promise<unknown>,
): Promise<{ ms: number; longestTurnMs: number }> {
  const turns = watchTurns();
  await sleep(TICK_MS);
  const ms = await timeOf(work);
  return { ms, longestTurnMs: await turns.stop() };
}

/** A turn is seen when the next tick is late. */
function watchTurns(): { stop(): Promise<number> } {
  let lastAt = performance.now();
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt - TICK_MS);
    lastAt = now;
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    async stop() {
      // The last turn of the work ends here.
      await sleep(TICK_MS);
      tick();
      clearInterval(timer);
      return longest;
    },
  };
}
