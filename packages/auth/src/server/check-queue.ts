import { startDeadline } from './deadline.ts';
import { UpstreamError } from './upstream-error.ts';

interface CheckQueueOptions {
  /** From the arrival of a request to its answer, including the time in the queue. */
  timeoutMs: number;
  maxRunning: number;
  /** How many different tokens may wait. */
  maxWaiting: number;
}

interface Waiter<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Limits how many checks run at once, and lets requests with the same token share a check, but only one that starts
 * after the request arrived. So a token has at most one running check, and those who arrive meanwhile share the next
 * one. No answer is older than the request that uses it: a revoked token fails on the next request.
 */
export function createCheckQueue<Result>(
  check: (token: string) => Promise<Result>,
  { timeoutMs, maxRunning, maxWaiting }: CheckQueueOptions,
): (token: string) => Promise<Result> {
  const running = new Set<string>();
  /** By token, the oldest first. */
  const waiting = new Map<string, Set<Waiter<Result>>>();

  function startNext(): void {
    for (const [token, waiters] of waiting) {
      if (running.size >= maxRunning) return;
      if (!running.has(token)) {
        waiting.delete(token);
        void run(token, waiters);
      }
    }
  }

  async function run(token: string, waiters: ReadonlySet<Waiter<Result>>): Promise<void> {
    running.add(token);
    try {
      const result = await check(token);
      for (const { resolve } of waiters) resolve(result);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    } finally {
      running.delete(token);
      startNext();
    }
  }

  function join(token: string, waiter: Waiter<Result>): () => void {
    const waiters = waiting.get(token) ?? new Set();
    waiting.set(token, waiters.add(waiter));
    return () => {
      waiters.delete(waiter);
      if (waiters.size === 0 && waiting.get(token) === waiters) waiting.delete(token);
    };
  }

  return (token) =>
    new Promise((resolve, reject) => {
      if (waiting.size >= maxWaiting && !waiting.has(token)) {
        reject(new UpstreamError('too many tokens wait for their check'));
        return;
      }
      const cancel = startDeadline(timeoutMs, () => {
        leave();
        reject(new UpstreamError('the check took too long'));
      });
      const leave = join(token, {
        resolve(result) {
          cancel();
          resolve(result);
        },
        reject(error) {
          cancel();
          reject(error);
        },
      });
      startNext();
    });
}
