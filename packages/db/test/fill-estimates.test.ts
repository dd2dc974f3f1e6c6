import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addShop, createTestDatabase, type TestDatabase } from '../../../infra/testing/src/index.ts';
import type { Database } from '../src/index.ts';
import { fillEstimates } from '../src/connection/fill-estimates.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await addShop(database);
});
afterAll(() => testDatabase.drop());

const estimates = async () =>
  (await database.sql`select distinct views_visitors as n from rollups`).map(({ n }) => n as number | null);

test('missing estimates are filled in, and stored ones stay', async () => {
  await database.sql`update rollups set views_visitors = null`;
  await fillEstimates(database.sql);
  expect(await estimates()).toEqual([2]);
  await database.sql`update rollups set views_visitors = 1`;
  await fillEstimates(database.sql);
  expect(await estimates()).toEqual([1]);
});
