import { createTestDatabase, type TestDatabase } from '../../../infra/test/support/src/index.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { type Orm, ormOn } from '../src/index.ts';
import { accounts } from '../src/schema/index.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database
    .sql`alter table accounts add constraint no_secrets check (name <> 'ann@example.com')`;
});
afterAll(() => testDatabase.drop());

const fail = (orm: Orm) => orm.insert(accounts).values({ id: 1, name: 'ann@example.com' });
const failRaw = (orm: Orm) =>
  orm.execute(sql`insert into accounts (id, name) values (1, ${'ann@example.com'})`);

test.each<[string, () => Promise<unknown>]>([
  ['on the pool', async () => fail(testDatabase.database.orm)],
  ['of a raw statement', async () => failRaw(testDatabase.database.orm)],
  ['in a transaction', () => testDatabase.database.orm.transaction(async (tx) => fail(tx))],
  ['in a transaction of the client', () => testDatabase.database.sql.begin(async (tx) => fail(ormOn(tx)))],
])('a failed Drizzle query %s throws the error of PostgreSQL, without its parameters', async (_, work) => {
  const error = await work().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'PostgresError', code: '23514', constraint_name: 'no_secrets' });
  expect(String(error)).not.toContain('ann@example.com');
});

test('a transaction is rolled back when its work throws, and can set its isolation level', async () => {
  const { orm } = testDatabase.database;
  const attempt = orm.transaction(
    async (tx) => {
      await tx.insert(accounts).values({ id: 2, name: 'Oak & Linen' });
      const [row] = await tx.execute(sql`select current_setting('transaction_isolation') as level`);
      throw new Error(String(row?.['level']));
    },
    { isolationLevel: 'serializable' },
  );
  await expect(attempt).rejects.toThrow('serializable');
  expect(await orm.select().from(accounts).where(eq(accounts.id, 2))).toEqual([]);
});
