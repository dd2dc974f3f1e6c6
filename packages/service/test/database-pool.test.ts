import { openDatabase } from '@funnel/db';
import {
  createTestDatabase,
  inTime,
  serveHttp,
  stopBackends,
  type TestDatabase,
  until,
} from '@funnel/testing';
import { useOwnServer } from '@funnel/testing/own-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRegistry } from '../src/observability/registry.ts';
import { createLogger } from '../src/observability/logger.ts';
import { createHealth } from '../src/http/health.ts';
import { watchPool } from '../src/observability/database-pool.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

let testDatabase: TestDatabase;

const server = useOwnServer();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await testDatabase.drop();
  await server.stop();
});

test('a service is not ready while PostgreSQL answers nothing, and ready again when it does', async () => {
  const pool = openDatabase({
    url: testDatabase.url,
    applicationName: 'stuck',
    maxConnections: 1,
    statementTimeoutMs: 60_000,
  });
  const registry = createRegistry('test');
  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: 'test', level: 'info', destination });
  const checks = { database_pool: watchPool(pool, registry, 300) };
  const { ready } = createHealth({ checks, logger, timeoutMs: 100 });
  const http = await serveHttp((req: IncomingMessage, res: ServerResponse) => ready(req, res, () => {}));
  const status = async () => (await fetch(http.url)).status;
  expect(await status()).toBe(200);
  await pool.sql`select 1`;
  const stopped = await stopBackends(testDatabase.database, 'stuck');
  try {
    // Nothing is asked.
    expect(await status()).toBe(200);
    const asked = pool.sql`select 1 as one`.execute();
    await until(async () => expect(await status()).toBe(503));
    expect(await registry.metrics()).toMatch(
      /database_unanswered_seconds\{.*\} 0\.[3-9]|database_unanswered_seconds\{.*\} [1-9]/,
    );
    expect(log).toContain('"check":"database_pool"');
    stopped.resume();
    expect(await inTime(asked)).toEqual([{ one: 1 }]);
    await until(async () => expect(await status()).toBe(200));
    expect(await registry.metrics()).toMatch(/database_unanswered_seconds\{.*\} 0\n/);
  } finally {
    stopped.resume();
    await pool.close();
    await http.close();
  }
});
