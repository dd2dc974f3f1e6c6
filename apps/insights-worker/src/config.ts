import {
  databasePoolMax,
  databaseUrl,
  languageModel,
  port,
  redisUrl,
  serviceConfig,
  statementTimeout,
  wholeNumber,
} from '@funnel/service';
import { z } from 'zod';

/** The environment variables of the worker. */
export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  JOB_STATEMENT_TIMEOUT_MS: statementTimeout(300_000),
  REDIS_URL: redisUrl,
  INSIGHTS_WORKER_PORT: port(3003),
  HEARTBEAT_INTERVAL_MS: wholeNumber({ from: 100, to: 600_000, fallback: 10_000, what: 'milliseconds' }),
  INSIGHTS_CONCURRENCY: wholeNumber({ from: 1, to: 100, fallback: 4, what: 'a number of jobs' }),
  JOB_LOCK_MS: wholeNumber({ from: 1000, to: 600_000, fallback: 30_000, what: 'milliseconds' }),
  FOLD_INTERVAL_MS: wholeNumber({ from: 10, to: 600_000, fallback: 2_000, what: 'milliseconds' }),
  FOLD_MIN_EVENTS: wholeNumber({ from: 1, to: 1_000_000, fallback: 2_000, what: 'a number of events' }),
  FOLD_MAX_AGE_MS: wholeNumber({ from: 0, to: 86_400_000, fallback: 60_000, what: 'milliseconds' }),
  QUEUE_PAGE_PASSWORD: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'a password of at least 16 characters', example: '...' }),
  ...languageModel,
});
