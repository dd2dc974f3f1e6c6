import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `attempt` until it stops throwing. The deadline only ends a failing test: keep it generous. */
export async function until<Result>(attempt: () => Promise<Result>, timeoutMs = 60_000): Promise<Result> {
  for (const startedAt = performance.now(); ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > startedAt + timeoutMs) throw error;
      await pauseSince(startedAt);
    }
  }
}

/** The pause before the next attempt: a tenth of the time so far, so that a long wait leaves the processor to others. */
export async function pauseSince(startedAt: number): Promise<void> {
  await sleep(Math.min(200, 20 + (performance.now() - startedAt) / 10));
}

/** Rejects if the work takes longer than the deadline. Choose one far above the duration on any machine. */
export async function inTime<Result>(work: Promise<Result>, deadlineMs = 30_000): Promise<Result> {
  const stop = new AbortController();
  const late = sleep(deadlineMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`not done within ${deadlineMs} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    stop.abort();
  }
}
