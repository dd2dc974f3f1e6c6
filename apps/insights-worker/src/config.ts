import { databasePoolMax, databaseUrl, port, redisUrl, serviceConfig, wholeNumber } from '@funnel/service';

export const configSchema = serviceConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: databasePoolMax,
  REDIS_URL: redisUrl,
  INSIGHTS_WORKER_PORT: port(3003),
  HEARTBEAT_INTERVAL_MS: wholeNumber({ from: 100, to: 600_000, fallback: 10_000, what: 'milliseconds' }),
});
