import { Combiner } from '@funnel/domain';
import { startDeadline } from './deadline.ts';
import { UpstreamError } from './upstream-error.ts';

/** The headers that continue the trace of a request in the authorization server. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Starts the check of some tokens; returns a promise for each. The check is part of the trace of its first request. */
type Check<Result> = (
  tokens: readonly string[],
  trace: TraceHeaders | undefined,
) => readonly Promise<Result>[];

export interface CheckLimits {
  /** How many calls of `check` may be in progress. */
  maxRunning: number;
  batchSize: number;
  /** A call that takes longer no longer counts, so that one slow exchange does not hold up all others. */
  patienceMs?: number;
  /** How long to wait after a call, so that the next one has more tokens. */
  pauseMs?: number;
}

interface CheckQueueOptions {
  /** From the arrival of a request to its answer, including the time in the queue. */
  timeoutMs: number;
  maxWaiting: number;
  limits: () => CheckLimits;
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
  const checks = new Combiner<{ token: string; trace: TraceHeaders | undefined }, Result>({
    serve: (calls) =>
      check(
        calls.map(({ token }) => token),
        calls[0]?.trace,
      ),
    maxUnderWay: () => limits().maxRunning,
    maxTogether: () => limits().batchSize,
    placeIsFree: (settled) => placeIsFree(settled, limits()),
  });
  return async (token, trace) => {
    if (checks.size >= maxWaiting && !checks.isWaiting(token))
      throw new UpstreamError('too many tokens wait for their check');
    let cancel = (): void => {};
    const leaving = (leave: (reason: unknown) => void) => {
      cancel = startDeadline(timeoutMs, () => leave(new UpstreamError('the check took too long')));
    };
    try {
      return await checks.ask({ token, trace }, { key: token, leaving });
    } finally {
      cancel();
    }
  };
}

/** After a pause, or as soon as the call takes too long. */
function placeIsFree(settled: Promise<void>, { patienceMs, pauseMs }: CheckLimits): Promise<void> {
  return new Promise((resolve) => {
    const patience = patienceMs === undefined ? undefined : setTimeout(resolve, patienceMs);
    const onSettled = () => {
      clearTimeout(patience);
      if (pauseMs === undefined) resolve();
      else setTimeout(resolve, pauseMs);
    };
    void settled.then(onSettled);
  });
}
