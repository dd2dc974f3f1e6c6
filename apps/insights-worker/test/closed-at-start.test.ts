import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, createRegistry } from '@funnel/service';
import { until, withTestDatabase } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { queueBackend } from '../src/queue/backend.ts';
import { createConsumer } from '../src/queue/consumer.ts';

const DELAYS_MS = Array.from({ length: 16 }, (_, index) => 3 * index);

test('a consumer that is closed while it starts leaves no connection to PostgreSQL', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  await withTestDatabase(async (database, url) => {
    for (const delay of DELAYS_MS) {
      const consumer = createConsumer({
        handlers: {},
        schedules: [],
        addMissingJobs: async () => {},
        backend: queueBackend({ redisUrl: undefined, databaseUrl: url }),
        heartbeatIntervalMs: 1000,
        concurrency: 1,
        lockMs: 30_000,
        ping: async () => {},
        logger,
        registry: createRegistry('test'),
        wallClock: () => new Date(),
      });
      const running = consumer.run();
      await sleep(delay);
      await consumer.close();
      await running;
    }
    await until(async () => {
      const others = await database.sql`
        select application_name, query from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
          and application_name like 'insights%'`;
      expect(others).toEqual([]);
    }, 20_000);
  });
});
