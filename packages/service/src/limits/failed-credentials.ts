import type { IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Registry } from 'prom-client';
import { networkOfRequest } from '../http/network.ts';
import { rateLimitCounter } from './rate-limit-counter.ts';

/** Slows down guessing: limits the failed credentials of a network. */
export interface FailedCredentials {
  /** Throws 429 if the network has failed too often. A credential that was accepted before still passes. */
  check(req: IncomingMessage, credential: string): Promise<void>;
  /** Remembers that a credential was accepted. */
  accepted(credential: string): void;
  /** Counts a credential that was refused. */
  refused(req: IncomingMessage): Promise<void>;
}

const WINDOW_SECONDS = 60;
/** About 100 bytes each. */
const REMEMBERED_CREDENTIALS = 10_000;

/** Each process counts for itself. 0 means no limit. */
export function createFailedCredentials(
  perMinute: number,
  registry: Registry,
): FailedCredentials | undefined {
  if (perMinute === 0) return undefined;
  const failures = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const known = new LRUCache<string, true>({ max: REMEMBERED_CREDENTIALS });
  const refused = rateLimitCounter(registry);
  return {
    async check(req, credential) {
      const found = await failures.get(networkOfRequest(req));
      if (found && found.consumedPoints >= perMinute && !known.get(hashOf(credential))) {
        refused.inc({ kind: 'failed_credentials' });
        throw tooManyFailures(perMinute, found);
      }
    },
    accepted: (credential) => void known.set(hashOf(credential), true),
    async refused(req) {
      await failures.consume(networkOfRequest(req)).catch(() => {});
    },
  };
}

function tooManyFailures(perMinute: number, { msBeforeNext }: RateLimiterRes): ServiceError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const detail = `More than ${perMinute} invalid credentials in a minute from this network. Try again in ${seconds} s.`;
  return new ServiceError('rate_limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

function hashOf(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}
