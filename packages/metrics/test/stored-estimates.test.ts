import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resolvePeriod, trustedWebsiteId } from '@funnel/domain';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type Database, readWebsites } from '@funnel/db';
import { readMetrics } from '../src/index.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await addShop(database);
});
afterAll(() => testDatabase.drop());

const viewsOfDay = async (): Promise<number> => {
  const websites = await readWebsites(database.sql, [trustedWebsiteId(1)]);
  const range = { start: websites[0]?.firstDay ?? 0, end: websites[0]?.firstDay ?? 0 };
  const period = resolvePeriod(
    { selection: { timeframe: 'custom', range }, countType: 'distinct' },
    { facts: { firstDay: range.start, insightsWeek: undefined }, now: new Date('2026-11-14T12:00:00Z') },
  );
  const metrics = await readMetrics(database.sql, {
    websites,
    period,
    subjects: [{ level: 'campaign', ids: [101] }],
  });
  return metrics.of('campaign', 101).current.views;
};
test('the distinct count of one bucket is its stored estimate', async () => {
  await database.sql`update rollups set views_visitors = 1`;
  expect(await viewsOfDay()).toBe(1);
});

test('the database refuses a sketch without an estimate', async () => {
  await expect(database.sql`update rollups set views_visitors = null`).rejects.toThrow('rollups_estimates');
});
