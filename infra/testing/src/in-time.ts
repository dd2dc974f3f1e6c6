import { setTimeout as sleep } from 'node:timers/promises';

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
