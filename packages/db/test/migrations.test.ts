import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { assertMigrated, migrateDatabase, openDatabase } from '../src/index.ts';
import { type TestDatabase, createTestDatabase } from '../../../infra/testing/src/index.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test('tells a database that is not migrated from one that is, and from one that cannot be reached', async () => {
  const { database, url } = testDatabase;
  await expect(assertMigrated(database)).resolves.toBeUndefined();
  await database.sql.unsafe('drop schema drizzle cascade');
  await expect(assertMigrated(database)).rejects.toThrow('npm run -s migrate');

  const away = openDatabase({ url: url.replace(/:\d+\//, ':1/'), applicationName: 'test' });
  await expect(assertMigrated(away)).rejects.toThrow('ECONNREFUSED');
  await away.close();
});

test('several processes can migrate at the same time', async () => {
  const { database, url } = testDatabase;
  await database.sql.unsafe(
    'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
  );
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
  await expect(assertMigrated(database)).resolves.toBeUndefined();
});
