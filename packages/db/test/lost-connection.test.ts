import {
  createTestDatabase,
  type CuttableProxy,
  cuttableProxy,
  type TestDatabase,
  until,
} from '../../../infra/test/support/src/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { type Database, openDatabase } from '../src/index.ts';

/** How a connection can end, other than by us. */
const ENDS = {
  'is closed': (proxy: CuttableProxy) => {
    proxy.cut();
    proxy.restore();
  },
  'is reset': (proxy: CuttableProxy) => proxy.reset(),
};

let testDatabase: TestDatabase;
let proxy: CuttableProxy;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.sql.unsafe('create table written (what text)');
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  proxy = await cuttableProxy(testDatabase.url);
  // One connection, so that the next transaction gets the one that was lost.
  database = openDatabase({ url: proxy.url, applicationName: 'lost', maxConnections: 1 });
  await testDatabase.database.sql.unsafe('truncate written');
});
afterEach(async () => {
  await database.close();
  await proxy.close();
  await endBackends();
});

const write = (transaction: TransactionSql, what: string) =>
  transaction`insert into written values (${what})`;
/** A server does not notice a lost client while it sleeps. */
async function endBackends(): Promise<void> {
  await testDatabase.database.sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'lost' and query like '%pg_sleep%'`;
}

/** Until the statement that sleeps has begun. */
const untilAsleep = () =>
  until(async () => {
    const found = await testDatabase.database.sql`
      select 1 from pg_stat_activity
      where application_name = 'lost' and state = 'active' and query like '%pg_sleep%'`;
    expect(found).toHaveLength(1);
  });
const written = async () =>
  (await testDatabase.database.sql<{ what: string }[]>`select what from written order by 1`).map(
    ({ what }) => what,
  );

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give, given };
}

describe.each(Object.entries(ENDS))('when the connection of a transaction %s', (_, end) => {
  test('during a statement, the transaction fails and the next one works', async () => {
    for (let round = 0; round < 5; round++) {
      const lost = database.sql.begin(async (transaction) => {
        await write(transaction, 'lost');
        await transaction`select pg_sleep(30)`;
      });
      await untilAsleep();
      end(proxy);
      await expect(lost).rejects.toThrow();
      await database.sql.begin((transaction) => write(transaction, `kept ${round}`));
      await endBackends();
    }
    expect(await written()).toEqual([0, 1, 2, 3, 4].map((round) => `kept ${round}`));
  });

  test('between two statements, what follows never reaches the connection of another transaction', async () => {
    const [halfway, goOn] = [signal(), signal()];
    let orphan: Promise<unknown> | undefined;
    const lost = database.sql.begin(async (transaction) => {
      await write(transaction, 'before');
      halfway.give();
      await goOn.given;
      orphan = write(transaction, 'after');
      await orphan;
    });
    await halfway.given;
    end(proxy);
    await expect(lost).rejects.toThrow();
    await database.sql.begin(async (transaction) => {
      await write(transaction, 'kept');
      goOn.give();
      await sleep(20);
      await expect(orphan).rejects.toThrow();
      await write(transaction, 'kept too');
    });
    expect(await written()).toEqual(['kept', 'kept too']);
  });

  test('with many statements on their way, all of them fail', async () => {
    const statements: Promise<unknown>[] = [];
    const lost = database.sql.begin(async (transaction) => {
      statements.push(transaction`select pg_sleep(30)`.execute());
      for (let n = 0; n < 150; n++) statements.push(write(transaction, `lost ${n}`).execute());
      await Promise.all(statements);
    });
    await untilAsleep();
    end(proxy);
    await expect(lost).rejects.toThrow();
    const outcomes = await Promise.allSettled(statements);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await written()).toEqual([]);
  });
});

describe('limits of a connection', () => {
  const open = (limits: { statementTimeoutMs?: number; idleTransactionTimeoutMs?: number }) =>
    openDatabase({ url: testDatabase.url, applicationName: 'limited', maxConnections: 1, ...limits });

  test('a statement that takes too long is cancelled, and the connection still works', async () => {
    const limited = open({ statementTimeoutMs: 50 });
    await expect(limited.sql`select pg_sleep(30)`).rejects.toMatchObject({ code: '57014' });
    await limited.ping();
    await limited.close();
  });

  test('a transaction that waits for its caller is ended, so that it keeps no lock', async () => {
    const limited = open({ idleTransactionTimeoutMs: 50 });
    const forgotten = limited.sql.begin(async (transaction) => {
      await transaction`insert into written values ('forgotten')`;
      await until(async () => {
        const [row] = await testDatabase.database
          .sql`select count(*)::int as count from pg_stat_activity where application_name = 'limited'`;
        expect(row).toEqual({ count: 0 });
      });
      await transaction`select 1`;
    });
    await expect(forgotten).rejects.toThrow();
    expect(await testDatabase.database.sql`select * from written`).toEqual([]);
    await limited.close();
  });
});
