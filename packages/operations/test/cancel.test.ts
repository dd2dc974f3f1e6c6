import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@funnel/db';
import { createTestDatabase, type TestDatabase, until } from '@funnel/testing';
import { operationOf, runOperation } from '../src/index.ts';
import { principalOf } from './support/ask.ts';
import { importAll, NOW } from './support/catalog.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database, {
    accounts: [{ id: 1, name: 'North' }],
    websites: [{ id: 1, account_id: 1, name: 'one.example' }],
    campaigns: [],
  });
});
afterAll(() => testDatabase.drop());

/** While `use` runs, every statement that reads metrics waits for a lock. */
async function whileBlocked(use: () => Promise<void>): Promise<void> {
  await database.sql.begin(async (transaction) => {
    await transaction`lock table rollups in access exclusive mode`;
    await use();
  });
}

const report = (asked: Database, signal?: AbortSignal, raw: Record<string, string> = {}) =>
  runOperation(operationOf('get_website_report'), {
    database: asked,
    principal: principalOf([1]),
    raw,
    now: NOW,
    signal,
  });
const waiting = async () => {
  const [row] = await database.sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.['n'] as number;
};

test('cancels the statement when the signal aborts, and the connection serves the next request', async () => {
  const caller = new AbortController();
  await whileBlocked(async () => {
    const answer = report(database, caller.signal);
    answer.catch(() => {});
    await until(async () => expect(await waiting()).toBe(1));
    caller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await until(async () => expect(await waiting()).toBe(0));
  });
  expect(await report(database)).toMatchObject({ body: { report: 'website' } });
});

test('does not start a report whose caller is gone already', async () => {
  const asked = report(database, AbortSignal.abort(new Error('gone')), { timeframe: 'today' });
  await expect(asked).rejects.toThrow('gone');
});

test('reports a statement that exceeds its time limit as unavailable', async () => {
  const impatient = openDatabase({
    url: testDatabase.url,
    applicationName: 'impatient',
    maxConnections: 1,
    statementTimeoutMs: 500,
  });
  try {
    await whileBlocked(async () => {
      await expect(report(impatient)).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
        headers: { 'Retry-After': '1' },
      });
    });
    expect(await report(impatient)).toMatchObject({ body: { report: 'website' } });
  } finally {
    await impatient.close();
  }
});

test('reports a database that is gone as unavailable', async () => {
  const url = testDatabase.url.replace(/:\d+\//, ':1/');
  const away = openDatabase({ url, applicationName: 'away', maxConnections: 1 });
  await expect(report(away)).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'The database is unavailable. Try again.',
    headers: { 'Retry-After': '1' },
  });
  await away.close();
});
