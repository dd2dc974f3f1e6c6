import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assertMigrated, migrateDatabase, openDatabase } from '../src/index.ts';
import { type TestDatabase, createTestDatabase, until } from '../../../infra/testing/src/index.ts';

// It is about one PostgreSQL.
process.env['CITUS_URL'] = '';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const empty = () =>
  testDatabase.database.sql.unsafe(
    'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
  );

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
  await empty();
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
  await expect(assertMigrated(database)).resolves.toBeUndefined();
});

describe('a migration whose table is in use', () => {
  const LAST = '0008_token_uses';

  beforeAll(async () => {
    await empty();
    await migrateDatabase(testDatabase.url, { through: '0007_second_wall' });
  });

  /** Holds the lock that every reader has, as a long report does. */
  async function reading(work: () => Promise<void>): Promise<void> {
    await testDatabase.database.sql.begin(async (transaction) => {
      await transaction`lock table personal_tokens in access share mode`;
      await work();
    });
  }

  test('fails after some attempts, names who uses it, and has changed nothing', async () => {
    const { database, url } = testDatabase;
    await reading(async () => {
      const migrated = migrateDatabase(url, { lockAttempts: 2 });
      await expect(migrated).rejects.toThrow(
        /0008_token_uses: not applied.*process \d+ of funnel-test, for \d+ s.*run the command again/,
      );
    });
    await expect(assertMigrated(database)).rejects.toThrow(`Missing: ${LAST}.`);
  });

  test('lets other readers pass while it waits, and is applied when the table is free', async () => {
    const { database, url } = testDatabase;
    const said: string[] = [];
    let migrated: Promise<void> | undefined;
    await reading(async () => {
      migrated = migrateDatabase(url, { say: (message) => said.push(message) });
      await until(async () => expect(said.join()).toContain(`${LAST}: waiting`));
      // Without the timeout of the migration, these would wait for the transaction around them.
      for (let reads = 0; reads < 5; reads += 1) await database.sql`select from personal_tokens`;
    });
    await migrated;
    expect(said.at(-1)).toBe(`${LAST}: applied`);
    await expect(assertMigrated(database)).resolves.toBeUndefined();
  });
});

test('a statement that fails is reported with its place, and nothing of its migration is applied', async () => {
  const { database, url } = testDatabase;
  await empty();
  await migrateDatabase(url, { through: '0007_second_wall' });
  await database.sql.unsafe('alter table throttles add column blocked_until text');
  await expect(migrateDatabase(url)).rejects.toThrow(
    /^0008_token_uses: statement 3 of 6 failed: column "blocked_until" .* already exists\. Nothing of this migration/,
  );
  const [tables] = await database.sql`select to_regclass('grant_uses') as created`;
  expect(tables?.['created']).toBeNull();
});
