import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 250;

/** A connection that fails at once rather than keep a request waiting; it comes back by itself. */
export function openRedis(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(1000, 50 * 2 ** attempt),
  });
  redis.on('error', onError);
  return redis;
}
