import { ServiceError } from '@funnel/domain';
import { Counter, type Registry } from 'prom-client';
import { logOnce } from '../log-once.ts';
import type { Logger } from '../logger.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimitHeaders, secondsOf } from './headers.ts';
import { openRedis } from './redis-client.ts';

export interface RateLimiterOptions {
  /** Requests of one credential in a minute; 0 sets no limit. */
  perMinute: number;
  /** Where all processes count together; without it each counts by itself. */
  redisUrl: string | undefined;
  logger: Logger;
  registry: Registry;
}

export interface RateLimiter {
  /** Counts a request; resolves with the headers of its answer, rejects with 429 where there were too many. */
  take(credentialKey: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const WINDOW_SECONDS = 60;
const PREFIX = 'funnel-rate-limit';
const NONE = {};
/** After a failure the counters are left alone so long: a Redis that hangs delays one request a second. */
const PAUSE_MS = 1000;

/** A counter that cannot be reached holds nobody up: the request goes through, a metric and a log line say so. */
export function createRateLimiter({
  perMinute,
  redisUrl,
  logger,
  registry,
}: RateLimiterOptions): RateLimiter {
  if (perMinute === 0) return { take: async () => NONE, close: async () => {} };
  const refused = counter(registry, 'rate_limited_requests_total', 'Requests answered with 429');
  const uncounted = counter(
    registry,
    'rate_limit_failures_total',
    'Requests let through uncounted, because the counters could not be reached',
  );
  const onFailure = logOnce(logger, 'requests are not counted: the rate limits cannot reach Redis');
  const redis = redisUrl ? openRedis(redisUrl, onFailure) : undefined;
  const options = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: PREFIX };
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, inMemoryBlockOnConsumed: perMinute + 1 })
    : new RateLimiterMemory(options);
  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) =>
    rateLimitHeaders({
      limit: perMinute,
      windowSeconds: WINDOW_SECONDS,
      remaining: remainingPoints,
      msLeft: msBeforeNext,
    });

  let pausedUntil = 0;
  return {
    async take(credentialKey) {
      if (performance.now() < pausedUntil) {
        uncounted.inc();
        return NONE;
      }
      try {
        return headersOf(await limiter.consume(credentialKey));
      } catch (failure) {
        if (failure instanceof RateLimiterRes) {
          refused.inc();
          throw tooMany(perMinute, failure, headersOf(failure));
        }
        pausedUntil = performance.now() + PAUSE_MS;
        uncounted.inc();
        onFailure(failure);
        return NONE;
      }
    },
    close: async () => redis?.disconnect(),
  };
}

function tooMany(
  perMinute: number,
  { msBeforeNext }: RateLimiterRes,
  headers: Record<string, string>,
): ServiceError {
  const seconds = secondsOf(msBeforeNext);
  const detail = `More than ${perMinute} requests in a minute with this credential. Try again in ${seconds} s.`;
  return new ServiceError('rate_limited', detail, {
    headers: { ...headers, 'Retry-After': String(seconds) },
  });
}

function counter(registry: Registry, name: string, help: string): Counter {
  return new Counter({ name, help, registers: [registry] });
}
