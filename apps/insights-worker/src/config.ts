import {
  dashboardAddress,
  issuerAddress,
  languageModel,
  mail,
  milliseconds,
  notifications,
  password,
  pooledDatabase,
  port,
  redis,
  serviceConfig,
  statementTimeout,
  wholeNumber,
} from '@funnel/service';
import type { z } from 'zod';

export const configSchema = serviceConfig({
  ...pooledDatabase,
  JOB_STATEMENT_TIMEOUT_MS: statementTimeout(300_000),
  ...redis,
  INSIGHTS_WORKER_PORT: port(3003),
  HEARTBEAT_INTERVAL_MS: milliseconds({
    from: 100,
    to: 600_000,
    fallback: 10_000,
    meaning: 'how often the heartbeat job runs; three missed ones make the worker unready',
  }),
  INSIGHTS_CONCURRENCY: wholeNumber({
    from: 1,
    to: 100,
    fallback: 4,
    what: 'a number of jobs',
    meaning: 'how many jobs run at the same time',
  }),
  JOB_LOCK_MS: milliseconds({
    from: 1000,
    to: 600_000,
    fallback: 30_000,
    meaning: 'another worker takes over a job after this much silence',
  }),
  FOLD_INTERVAL_MS: milliseconds({
    from: 10,
    to: 600_000,
    fallback: 2_000,
    meaning: 'how often to look for pending events',
  }),
  FOLD_MIN_EVENTS: wholeNumber({
    from: 1,
    to: 1_000_000,
    fallback: 2_000,
    what: 'a number of events',
    meaning: 'a website is folded when it has this many pending events',
  }),
  FOLD_MAX_AGE_MS: milliseconds({
    from: 0,
    to: 86_400_000,
    fallback: 60_000,
    meaning: 'or when its oldest pending event is this old',
  }),
  QUEUE_PAGE_PASSWORD: password(
    16,
    'enables the page of the queue at `/queue`, with this password and any user name',
  ),
  ...notifications,
  ...mail,
  AUTHORIZATION_SERVER_ISSUER: issuerAddress,
  DASHBOARD_URL: dashboardAddress,
  WATCH_INTERVAL_MS: milliseconds({
    from: 1_000,
    to: 86_400_000,
    fallback: 3_600_000,
    meaning:
      'how often to look for what is worth telling: broken campaigns, decided experiments, silent websites',
  }),
  DELIVER_INTERVAL_MS: milliseconds({
    from: 1_000,
    to: 600_000,
    fallback: 10_000,
    meaning: 'how often to look for messages that are due',
  }),
  MESSAGES_PER_HOUR: wholeNumber({
    from: 1,
    to: 1_000_000,
    fallback: 300,
    what: 'a number of messages',
    meaning: 'how many messages a channel may get in an hour; more wait',
  }),
  ...languageModel,
}).refine((env) => env.DATABASE_POOLER === 'none' || env.REDIS_URL !== undefined, {
  path: ['REDIS_URL'],
  message: 'is required with DATABASE_POOLER=transaction: a queue in PostgreSQL needs connections of its own',
});

export type Config = z.output<typeof configSchema>;
