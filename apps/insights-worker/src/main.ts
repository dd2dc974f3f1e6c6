import { assertMigrated, assertWorkers, observeDatabase, openDatabase } from '@funnel/db';
import { modelEndpointOf } from '@funnel/insights';
import { databaseMetrics, observeMemory, readConfigOrExit, runService, watchPool } from '@funnel/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { createFolding } from './folding/folding.ts';
import { insightsJobs } from './insights/insights-jobs.ts';
import { notificationJobs } from './notifications/notification-jobs.ts';
import { observeSnapshots } from './insights/snapshot-metrics.ts';
import { createObservedPhraser } from './insights/phrasing.ts';
import { queueBackend } from './queue/backend.ts';
import { createConsumer } from './queue/consumer.ts';

const config = readConfigOrExit(configSchema, process.env);
const wallClock = () => new Date();

await runService({
  name: 'insights-worker',
  config,
  port: config.INSIGHTS_WORKER_PORT,
  portVariable: 'INSIGHTS_WORKER_PORT',
  wallClock,
  open({ clock, logger, registry }) {
    observeDatabase(databaseMetrics(registry, { maxConnections: config.DATABASE_POOL_MAX }));
    const database = openDatabase({
      url: config.DATABASE_URL,
      pooler: config.DATABASE_POOLER,
      applicationName: 'insights-worker',
      maxConnections: config.DATABASE_POOL_MAX,
      statementTimeoutMs: config.JOB_STATEMENT_TIMEOUT_MS,
    });
    observeMemory(registry, [database.memory]);
    const phraser = createObservedPhraser(modelEndpointOf(config), { logger, registry });
    const insights = insightsJobs({ database, clock, logger, registry, phraser });
    const notifications = notificationJobs({ database, config, clock, wallClock, logger, registry });
    const consumer = createConsumer({
      backend: queueBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL }),
      handlers: { ...insights.handlers, ...notifications.handlers },
      schedules: [...insights.schedules, ...notifications.schedules],
      async addMissingJobs(queue) {
        await insights.addMissingJobs(queue);
        await notifications.addMissingJobs(queue);
      },
      concurrency: config.INSIGHTS_CONCURRENCY,
      lockMs: config.JOB_LOCK_MS,
      heartbeatIntervalMs: config.HEARTBEAT_INTERVAL_MS,
      ping: () => database.ping(),
      logger,
      registry,
      wallClock,
    });
    observeSnapshots(database, clock, registry);
    const folding = createFolding({
      database,
      intervalMs: config.FOLD_INTERVAL_MS,
      minEvents: config.FOLD_MIN_EVENTS,
      maxAgeMs: config.FOLD_MAX_AGE_MS,
      logger,
      registry,
    });
    return {
      checks: {
        database: () => database.ping(),
        database_pool: watchPool(database, registry),
        migrations: () => assertMigrated(database),
        queue: () => consumer.check(),
        folding: () => folding.check(),
      },
      optionalChecks: { database_workers: () => assertWorkers(database) },
      createHandler: (observability) =>
        createApp({
          observability,
          queuePage: { password: config.QUEUE_PAGE_PASSWORD, queue: () => consumer.queue() },
        }),
      work: async () => void (await Promise.all([consumer.run(), folding.run()])),
      closers: [
        { name: 'notifications', close: async () => notifications.stop() },
        { name: 'folding', close: () => folding.close() },
        { name: 'consumer', close: () => consumer.close() },
        { name: 'mails', close: async () => notifications.close() },
        { name: 'database', close: () => database.close() },
      ],
    };
  },
});
