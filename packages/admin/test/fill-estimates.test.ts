import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addShop, createTestDatabase, type TestDatabase } from '../../../infra/test/support/src/index.ts';
import { migrateDatabase } from '../src/index.ts';
import { type Database } from '@funnel/db';
import { fillEstimates } from '../src/migrations/fill-estimates.ts';

// It is about one PostgreSQL.
process.env['CITUS_URL'] = '';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await addShop(database);
  // As it was when sketches were stored without estimates.
  await database.sql`alter table rollups drop constraint rollups_estimates`;
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

test('a migration that was killed before it filled them in does so when it is run again', async () => {
  await database.sql`update rollups set views_visitors = null`;
  await database.sql`insert into drizzle.unfinished_work (migration) values ('0003_visitor_estimates')`;
  await migrateDatabase(testDatabase.url);
  expect(await estimates()).toEqual([2]);
  expect(await database.sql`select from drizzle.unfinished_work`).toHaveLength(0);
});
