import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { migrateDatabase } from '../src/index.ts';
import { assertMigrated, openDatabase } from '@funnel/db';
import { type TestDatabase, createTestDatabase, until } from '../../../infra/test/support/src/index.ts';

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

test('does not wait for another process if there is nothing to migrate', async () => {
  const { database, url } = testDatabase;
  await migrateDatabase(url);
  await database.sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(7203114)`;
    await expect(migrateDatabase(url, { lockTimeoutMs: 1 })).resolves.toBeUndefined();
    await transaction.unsafe("insert into drizzle.unfinished_work values ('0003_visitor_estimates')");
  });
  await migrateDatabase(url);
  expect(await database.sql`select from drizzle.unfinished_work`).toHaveLength(0);
});

describe('a migration whose table is in use', () => {
  const NEXT = '0008_token_uses';

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
      const migrated = migrateDatabase(url, { through: NEXT, lockAttempts: 2 });
      await expect(migrated).rejects.toThrow(
        /0008_token_uses: not applied.*process \d+ of funnel-test, for \d+ s.*run the command again/,
      );
    });
    await expect(assertMigrated(database)).rejects.toThrow(`Missing: ${NEXT}, `);
  });

  test('lets other readers pass while it waits, and is applied when the table is free', async () => {
    const { database, url } = testDatabase;
    const said: string[] = [];
    let migrated: Promise<void> | undefined;
    await reading(async () => {
      migrated = migrateDatabase(url, { through: NEXT, say: (message) => said.push(message) });
      await until(async () => expect(said.join()).toContain(`${NEXT}: waiting`));
      // Without the timeout of the migration, these would wait for the transaction around them.
      for (let reads = 0; reads < 5; reads += 1) await database.sql`select from personal_tokens`;
    });
    await migrated;
    expect(said.at(-1)).toBe(`${NEXT}: applied`);
    await expect(assertMigrated(database)).rejects.not.toThrow(NEXT);
  });
});

describe('indexes that are built while services go on', () => {
  const [BEFORE, INDEXES] = ['0008_token_uses', '0009_grants_of_a_person'];
  const indexState = async () => {
    const rows = await testDatabase.database.sql`
      select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
      where relname in ('authorization_records_person_session', 'authorization_records_session', 'grant_websites_user')
      order by relname`;
    return Object.fromEntries(rows.map(({ name, valid }) => [name as string, valid as boolean]));
  };
  const ALL_VALID = {
    authorization_records_person_session: true,
    authorization_records_session: true,
    grant_websites_user: true,
  };

  beforeEach(async () => {
    await empty();
    await migrateDatabase(testDatabase.url, { through: BEFORE });
  });

  /** A transaction that has written, for which the build of an index waits. */
  async function writing(work: () => Promise<void>): Promise<void> {
    await testDatabase.database.sql.begin(async (transaction) => {
      await transaction`insert into authorization_records (model, id_hash, payload) values ('Test', '\\x01', '{}')`;
      await work();
    });
  }

  const waitingBuild = async () => {
    const [row] = await testDatabase.database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where application_name = 'funnel-migrate' and datname = current_database()
        and query ilike '%create index concurrently%' and wait_event_type = 'Lock'`;
    if (!row) throw new Error('no build waits');
    return row.pid;
  };

  test('others read and write while a build waits, and it ends when the transactions before it have ended', async () => {
    const { database, url } = testDatabase;
    let migrated: Promise<void> | undefined;
    await writing(async () => {
      migrated = migrateDatabase(url, { through: INDEXES });
      await until(waitingBuild);
      for (let number = 2; number < 7; number += 1)
        await database.sql`
          insert into authorization_records (model, id_hash, payload) values ('Test', ${Buffer.from([number])}, '{}')`;
    });
    await migrated;
    expect(await indexState()).toEqual(ALL_VALID);
  });

  test('a build that was cut off is removed and done again', async () => {
    const { database, url } = testDatabase;
    await writing(async () => {
      const cutOff = migrateDatabase(url, { through: INDEXES });
      const failed = expect(cutOff).rejects.toThrow(/statement 1 of 3 failed.*The indexes before it stay/);
      await database.sql`select pg_terminate_backend(${await until(waitingBuild)})`;
      await failed;
      expect(await indexState()).toEqual({ authorization_records_person_session: false });
    });
    await migrateDatabase(url, { through: INDEXES });
    expect(await indexState()).toEqual(ALL_VALID);
  });

  test('a process that waits for its turn to migrate does not hold up the build', async () => {
    const { url } = testDatabase;
    await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { through: INDEXES, lockAttempts: 1 })));
    expect(await indexState()).toEqual(ALL_VALID);
  });
});

test('a statement that fails is reported with its place, and nothing of its migration is applied', async () => {
  const { database, url } = testDatabase;
  await empty();
  await migrateDatabase(url, { through: '0007_second_wall' });
  await database.sql.unsafe('alter table throttles add column blocked_until text');
  await expect(migrateDatabase(url, { through: '0008_token_uses' })).rejects.toThrow(
    /^0008_token_uses: statement 3 of 6 failed: column "blocked_until" .* already exists\. Nothing of this migration/,
  );
  const [tables] = await database.sql`select to_regclass('grant_uses') as created`;
  expect(tables?.['created']).toBeNull();
});
