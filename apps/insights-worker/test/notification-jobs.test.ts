import { createLogger, createRegistry, readConfig } from '@funnel/service';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { configSchema } from '../src/config.ts';
import { DELIVER, notificationJobs } from '../src/notifications/notification-jobs.ts';
import type { WorkQueue } from '../src/queue/backend.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.sql`insert into accounts (id, name) values (1, 'North')`;
  await db.database.sql`
    insert into notification_channels (id, account_id, kind, name, hint, email, confirmed_at)
    values (1, 1, 'email', 'Mail', 'ann@example.com', 'ann@example.com', now())`;
  await db.database.sql`
    insert into notification_messages (channel_id, key, type, payload)
    values (1, 'test', 'channel.test', '{"type":"channel.test","by":null}')`;
});
afterAll(() => db.drop());

const jobs = (env: Record<string, string>) => {
  const config = readConfig(configSchema, { DATABASE_URL: 'postgres://h/d', ...env });
  const registry = createRegistry('insights-worker');
  const clock = () => new Date();
  const options = { database: db.openAs('insights-worker'), config, clock, wallClock: clock, registry };
  const logger = createLogger({ service: 'insights-worker', level: 'silent' });
  return { ...notificationJobs({ ...options, logger }), registry };
};

test('without a key there are no jobs', () => {
  expect(jobs({}).schedules).toEqual([]);
});

test('mails wait while SMTP_URL has no mail server yet, and the metrics show it', async () => {
  const SMTP_URL = 'smtp://write-your-address.invalid';
  const { handlers, registry, close } = jobs({ NOTIFICATIONS_ENCRYPTION_KEY: KEY, SMTP_URL });
  await handlers[DELIVER]?.({} as never, {} as WorkQueue);
  const [message] = await db.database.sql`
    select attempts, outcome, answer, due_at > now() as waits from notification_messages`;
  expect(message).toEqual({
    attempts: 0,
    outcome: null,
    answer: 'The operator has not set SMTP_URL.',
    waits: true,
  });
  // Gauges that are measured together are of the scrape before.
  await registry.metrics();
  const metrics = await registry.metrics();
  for (const line of [
    /^notification_attempts_total\{.*kind="email",outcome="held".*\} 1$/m,
    /^notification_channels\{.*\} 1$/m,
    /^notification_channels_failing\{.*\} 0$/m,
    /^notifications_due\{.*\} 0$/m,
    /^notifications_watch_interval_seconds\{.*\} 3600$/m,
  ])
    expect(metrics).toMatch(line);
  close();
});

test('the authorization server may be another one, with a path', () => {
  const env = {
    DATABASE_URL: 'postgres://h/d',
    AUTHORIZATION_SERVER_ISSUER: 'https://login.example.com/realms/a',
  };
  expect(readConfig(configSchema, env).AUTHORIZATION_SERVER_ISSUER).toBe(env.AUTHORIZATION_SERVER_ISSUER);
});
