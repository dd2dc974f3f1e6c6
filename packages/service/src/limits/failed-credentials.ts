import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@funnel/domain';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Registry } from 'prom-client';
import { networkOfRequest } from '../http/network.ts';
import { rateLimitCounter } from './rate-limit-counter.ts';
import { secondsOf } from './rate-limiter.ts';

/** Limits the failed credentials of a network. Its callers with valid credentials notice nothing. */
export interface FailedCredentials {
  /** Counts a credential that was refused. Returns the error to answer with instead if the network has failed too often. */
  refused(req: IncomingMessage): Promise<ServiceError | undefined>;
}

const WINDOW_SECONDS = 60;

/** Each process counts for itself. 0 means no limit. */
export function createFailedCredentials(
  perMinute: number,
  registry: Registry,
): FailedCredentials | undefined {
  if (perMinute === 0) return undefined;
  const failures = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const refused = rateLimitCounter(registry);
  return {
    async refused(req) {
      try {
        await failures.consume(networkOfRequest(req));
        return undefined;
      } catch (state) {
        refused.inc({ kind: 'failed_credentials' });
        return tooManyFailures(perMinute, state as RateLimiterRes);
      }
    },
  };
}

function tooManyFailures(perMinute: number, { msBeforeNext }: RateLimiterRes): ServiceError {
  const seconds = secondsOf(msBeforeNext);
  const detail = `More than ${perMinute} invalid credentials in a minute from this network. Try again in ${seconds} s.`;
  return new ServiceError('rate_limited', detail, { headers: { 'Retry-After': String(seconds) } });
}
