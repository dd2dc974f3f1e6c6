import { migrateDatabase } from '@funnel/admin';
import { inReadTransaction, openDatabase, readWebsites } from '@funnel/db';
import { openSession } from '@funnel/db/command';
import { trustedWebsiteId } from '@funnel/domain';
import { addShop, connect, createTestDatabase, installedPostgres, type TestDatabase } from '@funnel/testing';
import { useOwnServer } from '@funnel/testing/own-server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

// The embedded PostgreSQL has no compiler.
const programs = installedPostgres();
if (!programs) console.warn('NO POSTGRESQL: the test of cold connections is SKIPPED. Install postgresql.');

(programs ? describe : describe.skip)('a PostgreSQL that compiles whatever it is allowed to', () => {
  const server = useOwnServer({
    programs,
    settings: { jit: 'on', jit_above_cost: '0', shared_preload_libraries: 'pg_stat_statements' },
  });
  let testDatabase: TestDatabase;
  let watcher: ReturnType<typeof connect>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    await addShop(testDatabase.database);
    watcher = connect(testDatabase.url);
    await watcher`set jit = off`;
    await watcher`create extension pg_stat_statements`;
  });
  afterAll(async () => {
    await watcher?.end();
    await testDatabase?.drop();
    await server.stop();
  });

  /** What PostgreSQL ran meanwhile, and how many functions it compiled for each statement. */
  async function statementsOf(work: () => Promise<unknown>) {
    await watcher`select pg_stat_statements_reset()`;
    await work();
    return watcher<{ query: string; compiled: number }[]>`
      select query, jit_functions::int as compiled from pg_stat_statements
      where query not like '%pg_stat_statements%'`;
  }
  const compiled = (statements: readonly { query: string; compiled: number }[]) =>
    statements.filter(({ compiled: functions }) => functions > 0).map(({ query }) => query);

  async function readWith(options: Partial<Parameters<typeof openDatabase>[0]>): Promise<void> {
    const url = testDatabase.urlOf('rest-api');
    const database = openDatabase({ url, applicationName: 'cold', maxConnections: 1, ...options });
    try {
      const website = trustedWebsiteId(1);
      const found = await inReadTransaction(database, [website], (connection) =>
        readWebsites(connection, [website]),
      );
      expect(found).toHaveLength(1);
    } finally {
      await database.close();
    }
  }

  test('compiles for others, so that this suite can fail', async () => {
    const other = connect(testDatabase.url);
    const statements = await statementsOf(() => other`select count(*) from websites`);
    await other.end();
    expect(compiled(statements)).toContain('select count(*) from websites');
  });

  test.each([
    ['a service that plans statements once', { reusePlans: true }],
    ['a service that plans them each time', { reusePlans: false }],
    ['a service behind a pooler, by the settings of its role', { pooler: 'transaction' }],
  ] as const)('compiles nothing for the first call of %s', async (_name, options) => {
    const statements = await statementsOf(() => readWith(options));
    expect(statements.length).toBeGreaterThan(0);
    expect(compiled(statements)).toEqual([]);
  });

  test('compiles nothing for commands', async () => {
    const statements = await statementsOf(async () => {
      await migrateDatabase(testDatabase.url);
      const session = openSession(testDatabase.url, 'cold', {});
      await session`select count(*) from websites`;
      await session.end();
    });
    expect(statements.map(({ query }) => query)).toContain('select count(*) from websites');
    expect(compiled(statements)).toEqual([]);
  });

  test('is asked for the types of arrays by no connection', async () => {
    const statements = await statementsOf(() => readWith({ reusePlans: true }));
    expect(statements.filter(({ query }) => query.includes('typarray'))).toEqual([]);
  });
});
