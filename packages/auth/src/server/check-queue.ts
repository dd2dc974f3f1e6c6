import { startDeadline } from './deadline.ts';
import { UpstreamError } from './upstream-error.ts';

/** The headers that continue the trace of a request in the authorization server. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Starts the check of some tokens; returns a promise for each. The check is part of the trace of its first request. */
type Check<Result> = (
  tokens: readonly string[],
  trace: TraceHeaders | undefined,
) => readonly Promise<Result>[];

/** What the queue may do at the moment. */
export interface CheckLimits {
  /** How many calls of `check` may be in progress. */
  maxRunning: number;
  /** How many tokens one call may have. */
  batchSize: number;
  /** A call that takes longer no longer counts, so that one slow exchange does not hold up all others. */
  patienceMs?: number;
  /** How long to wait after a call, so that the next one has more tokens. */
  pauseMs?: number;
}

interface CheckQueueOptions {
  /** From the arrival of a request to its answer, including the time in the queue. */
  timeoutMs: number;
  /** How many different tokens may wait. */
  maxWaiting: number;
  limits: () => CheckLimits;
}

interface Waiter<Result> {
  trace: TraceHeaders | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Limits how many checks are in progress, and lets requests with the same token share a check, but only one that starts
 * after the request arrived. So a token has at most one check in progress, and those who arrive meanwhile share the
 * next one. No answer is older than the request that uses it: a revoked token fails on the next request.
 */
export function createCheckQueue<Result>(
  check: Check<Result>,
  { timeoutMs, maxWaiting, limits }: CheckQueueOptions,
): (token: string, trace?: TraceHeaders) => Promise<Result> {
  /** By token, the oldest first. */
  const waiting = new Map<string, Set<Waiter<Result>>>();
  const checked = new Set<string>();
  let running = 0;

  function startNext(): void {
    const current = limits();
    while (running < current.maxRunning) {
      const tokens = nextTokens(current.batchSize);
      if (tokens.length === 0) return;
      void run(tokens, startSlot(current));
    }
  }

  function nextTokens(count: number): string[] {
    const tokens: string[] = [];
    for (const token of waiting.keys()) {
      if (tokens.length === count) break;
      if (!checked.has(token)) tokens.push(token);
    }
    return tokens;
  }

  /** Counts a call as running; returns a function that ends this. */
  function startSlot({ patienceMs, pauseMs }: CheckLimits): () => void {
    let counts = true;
    running += 1;
    const end = () => {
      if (counts) running -= 1;
      counts = false;
      startNext();
    };
    const patience = patienceMs === undefined ? undefined : setTimeout(end, patienceMs);
    return () => {
      clearTimeout(patience);
      if (pauseMs === undefined) end();
      else setTimeout(end, pauseMs);
    };
  }

  async function run(tokens: readonly string[], endSlot: () => void): Promise<void> {
    const waiters = tokens.map((token) => {
      const all = waiting.get(token);
      waiting.delete(token);
      checked.add(token);
      return all;
    });
    const [first] = waiters[0] ?? [];
    const settled = check(tokens, first?.trace).map(async (result, index) => {
      await settle(result, waiters[index]);
      checked.delete(tokens[index] ?? '');
    });
    await Promise.all(settled);
    endSlot();
  }

  function join(token: string, waiter: Waiter<Result>): () => void {
    const waiters = waiting.get(token) ?? new Set();
    waiting.set(token, waiters.add(waiter));
    return () => {
      waiters.delete(waiter);
      if (waiters.size === 0 && waiting.get(token) === waiters) waiting.delete(token);
    };
  }

  return (token, trace) =>
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
        trace,
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

async function settle<Result>(
  result: Promise<Result>,
  waiters: ReadonlySet<Waiter<Result>> = new Set(),
): Promise<void> {
  try {
    const value = await result;
    for (const waiter of waiters) waiter.resolve(value);
  } catch (error) {
    for (const waiter of waiters) waiter.reject(error);
  }
}
