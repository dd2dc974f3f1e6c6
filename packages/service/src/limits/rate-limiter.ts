import { ServiceError } from '@funnel/domain';
import { Redis } from 'ioredis';
import { Counter, type Registry } from 'prom-client';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type Logger, logOnce } from '../observability/logger.ts';
import { rateLimitCounter } from './rate-limit-counter.ts';

export interface RateLimiterOptions {
  /** Requests per credential and minute; 0 means no limit. */
  perMinute: number;
  /** Requests per website and minute, of all credentials together; 0, the default, means no limit. */
  perWebsite?: number | undefined;
  /** The Redis that all processes share. Without it each process counts separately. */
  redisUrl: string | undefined;
  /** A request passes uncounted if Redis takes longer; 250 by default. */
  redisTimeoutMs?: number;
  logger: Logger;
  registry: Registry;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const WINDOW_SECONDS = 60;
const PREFIX = 'funnel-rate-limit';
const POLICY = 'per-minute';
const NO_HEADERS = {};
/** Counting pauses this long after a failure, so that a Redis that hangs delays one request a second. */
const PAUSE_MS = 1000;

/** Creates a rate limiter. If Redis is unavailable, requests pass uncounted, and a metric and the log report it. */
export function createRateLimiter({
  perMinute,
  perWebsite = 0,
  redisUrl,
  redisTimeoutMs = 250,
  logger,
  registry,
}: RateLimiterOptions) {
  const rejected = rateLimitCounter(registry);
  const uncounted = new Counter({
    name: 'rate_limit_failures_total',
    help: 'Requests that passed uncounted because Redis was unavailable',
    registers: [registry],
  });
  const onFailure = logOnce(logger, 'requests are not counted: the rate limiter cannot reach Redis');
  const redis =
    redisUrl && perMinute + perWebsite > 0 ? openRedis(redisUrl, redisTimeoutMs, onFailure) : undefined;
  const open = (points: number, keyPrefix: string) => {
    const options = { points, duration: WINDOW_SECONDS, keyPrefix };
    return redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, inMemoryBlockOnConsumed: points + 1 })
      : new RateLimiterMemory(options);
  };
  const ofCredentials = open(perMinute, PREFIX);
  const ofWebsites = open(perWebsite, `${PREFIX}-website`);

  let pausedUntil = 0;
  /** Undefined if it could not be counted. */
  async function consume(
    limiter: RateLimiterAbstract,
    kind: 'credential' | 'website',
    key: string | number,
    weight: number,
    refusal: (result: RateLimiterRes) => ServiceError,
  ): Promise<RateLimiterRes | undefined> {
    if (performance.now() < pausedUntil) {
      uncounted.inc();
      return undefined;
    }
    try {
      return await limiter.consume(key, weight);
    } catch (failure) {
      if (failure instanceof RateLimiterRes) {
        rejected.inc({ kind });
        throw refusal(failure);
      }
      pausedUntil = performance.now() + PAUSE_MS;
      uncounted.inc();
      onFailure(failure);
      return undefined;
    }
  }

  return {
    /** Counts a request by its weight. Resolves with headers for the response; rejects with 429 above the limit. */
    async take(budgetKey: string, weight = 1): Promise<Readonly<Record<string, string>>> {
      if (perMinute === 0) return NO_HEADERS;
      const counted = await consume(ofCredentials, 'credential', budgetKey, weight, (result) =>
        tooManyRequests(perMinute, 'with this credential', result),
      );
      return counted ? headersOf(perMinute, counted) : NO_HEADERS;
    },
    /** Counts a request for each of its websites. Rejects with 429 above the limit of one of them. */
    async takeWebsites(websiteIds: readonly number[], weight = 1): Promise<void> {
      if (perWebsite === 0) return;
      const refusal = (result: RateLimiterRes) => tooManyRequests(perWebsite, 'for this website', result);
      await Promise.all(websiteIds.map((id) => consume(ofWebsites, 'website', id, weight, refusal)));
    },
    close: async () => redis?.disconnect(),
  };
}

function tooManyRequests(perMinute: number, of: string, result: RateLimiterRes): ServiceError {
  const seconds = secondsOf(result.msBeforeNext);
  const detail = `More than ${perMinute} requests in a minute ${of}. Try again in ${seconds} s.`;
  return new ServiceError('rate_limited', detail, {
    headers: { ...headersOf(perMinute, result), 'Retry-After': String(seconds) },
  });
}

/** `RateLimit` and `RateLimit-Policy` of the IETF draft "RateLimit header fields for HTTP". */
function headersOf(
  perMinute: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): Record<string, string> {
  return {
    'RateLimit-Policy': `"${POLICY}";q=${perMinute};w=${WINDOW_SECONDS}`,
    RateLimit: `"${POLICY}";r=${Math.max(0, remainingPoints)};t=${secondsOf(msBeforeNext)}`,
  };
}

/** Rounds up to whole seconds, at least 1. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** Commands fail immediately while disconnected, so that no request waits. The client reconnects by itself. */
function openRedis(url: string, commandTimeout: number, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(1000, 50 * 2 ** attempt),
  });
  redis.on('error', onError);
  return redis;
}
