import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestDatabase,
  type CuttableProxy,
  cuttableProxy,
  inTime,
  stopBackends,
  type StoppedBackends,
  type TestDatabase,
  until,
} from '../../../infra/test/support/src/index.ts';
import { useOwnServer } from '../../../infra/test/support/src/own-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  cancelOnAbort,
  type Connection,
  type Database,
  inReadTransaction,
  isTemporaryFailure,
  openDatabase,
} from '../src/index.ts';
import { statementsIn, text } from '../src/sql.ts';

const POOL = 3;
/** Long enough for a busy machine to answer in. */
const STATEMENT_TIMEOUT_MS = 1_000;
/** The connections of a pool. */
const all = Array.from({ length: POOL }, (_, index) => index);

let testDatabase: TestDatabase;
let proxy: CuttableProxy;
let database: Database;
let stopped: StoppedBackends | undefined;

const server = useOwnServer();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.sql.unsafe('create table written (what text)');
});
afterAll(async () => {
  await testDatabase.drop();
  await server.stop();
});
beforeEach(async () => {
  proxy = await cuttableProxy(testDatabase.url);
  database = open();
});
afterEach(async () => {
  stopped?.resume();
  stopped = undefined;
  await database.close();
  await proxy.close();
});

function open(options: { maxConnections?: number; statementTimeoutMs?: number } = {}): Database {
  const limits = { maxConnections: POOL, statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...options };
  return openDatabase({ url: proxy.url, applicationName: 'unanswered', ...limits });
}

/** Holds every connection of the pool at once, and returns the processes that serve them. */
function backends({ sql }: Database): Promise<number[]> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  return Promise.all(
    all.map(() =>
      sql.begin(async (transaction) => {
        const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
        count += 1;
        if (count === POOL) release();
        await held;
        return row?.pid ?? 0;
      }),
    ),
  ).finally(release);
}

const oneByOne = (pids: readonly number[]) => pids.toSorted((one, other) => one - other);

/** Stops the processes behind all connections of the pool. */
async function stopAll(): Promise<number[]> {
  const before = oneByOne(await inTime(backends(database)));
  stopped = await stopBackends(testDatabase.database, 'unanswered');
  expect(oneByOne(stopped.pids)).toEqual(before);
  return before;
}

const failed = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => outcome.status === 'rejected' && isTemporaryFailure(outcome.reason));

const openSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

describe('when the processes behind all connections stop', () => {
  test('statements and transactions fail, and new connections take the place of the old ones', async () => {
    const before = await stopAll();
    const { sql, orm } = database;
    const asked = [
      sql`select 1`,
      sql.begin((transaction) => transaction`select 1`),
      inReadTransaction(database, [], (connection) => connection`select 1`),
      orm.execute('select 1'),
      sql.begin((transaction) => transaction`select 1`),
    ];
    const outcomes = await inTime(Promise.allSettled(asked));
    // The first ones had a stopped process; the last may have waited and got a new connection.
    expect(failed(outcomes.slice(0, POOL))).toEqual(all.map(() => true));
    const after = await inTime(backends(database));
    expect(new Set(after).size).toBe(POOL);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  test.each([
    ['a limit', STATEMENT_TIMEOUT_MS],
    ['no limit', 0],
  ])('a pool with %s closes, and no socket is left', async (_, statementTimeoutMs) => {
    const url = testDatabase.url;
    await sleep(200); // The sockets of other tests close.
    const sockets = openSockets();
    const pool = openDatabase({
      url,
      applicationName: 'unanswered',
      maxConnections: POOL,
      statementTimeoutMs,
    });
    await backends(pool);
    stopped = await stopBackends(testDatabase.database, 'unanswered');
    const outcome = Promise.allSettled([pool.sql`select 1`, pool.sql.begin((sql) => sql`select 1`)]);
    await inTime(pool.close());
    expect(failed(await inTime(outcome))).toEqual([true, true]);
    await until(async () => expect(openSockets()).toBeLessThanOrEqual(sockets));
  });

  test('statements that follow do not prolong the wait for the first one', async () => {
    const single = open({ maxConnections: 1 });
    await single.sql`select 1`;
    stopped = await stopBackends(testDatabase.database, 'unanswered');
    const first = Promise.allSettled([single.sql`select 1`]);
    const more = setInterval(() => void single.sql`select 2`.catch(() => {}), 20);
    try {
      expect(failed(await inTime(first))).toEqual([true]);
    } finally {
      clearInterval(more);
      await single.close();
    }
  });

  test('a transaction fails in the middle, and what it wrote is undone', async () => {
    const writing = database.sql.begin(async (transaction) => {
      await transaction`insert into written values ('lost')`;
      stopped = await stopBackends(testDatabase.database, 'unanswered');
      await transaction`insert into written values ('lost, too')`;
    });
    expect(failed(await inTime(Promise.allSettled([writing])))).toEqual([true]);
    await inTime(database.sql`select 1`);
    stopped?.resume();
    expect(await database.sql`select * from written`).toEqual([]);
  });
});

describe('when nothing passes on a connection any more', () => {
  const write = () =>
    database.sql.begin(async (transaction) => {
      await transaction`insert into written values ('kept')`;
    });
  const undone = () =>
    database.sql.begin(async (transaction) => {
      await transaction`select 1`;
      throw new Error('undo');
    });
  const copy = async () => {
    await database.sql.begin(async (transaction) => {
      const stream = await transaction`copy written from stdin`.writable();
      const lines = function* () {
        for (let line = 0; line < 50_000; line += 1) yield `${'x'.repeat(1_000)}\n`;
      };
      await pipeline(Readable.from(lines()), stream);
    });
  };

  /** On a busy machine, work may reach its time limit before the moment that freezes it: it is done again. */
  async function failsOnceFrozen(frozen: Promise<void>, work: () => Promise<unknown>): Promise<void> {
    const freezing = frozen.then(() => 'frozen' as const);
    for (;;) {
      const outcome = Promise.allSettled([work()]);
      const first = await inTime(Promise.race([freezing, outcome]));
      const hasFailed = failed(await inTime(outcome));
      if (first !== 'frozen') continue;
      expect(hasFailed).toEqual([true]);
      return;
    }
  }

  test.each([
    ['the first statement', 'begin', () => write()],
    ['a statement', 'insert into written', () => write()],
    ['the commit', 'commit', () => write()],
    ['the rollback', 'rollback', () => undone() as Promise<unknown>],
    ['the first line of a COPY', 'xxx', () => copy()],
    ['a statement of Drizzle', 'select 7', () => database.orm.execute('select 7')],
  ])('after %s, the work fails and the next one gets an answer', async (_, sent, work) => {
    await failsOnceFrozen(proxy.freezeWhenSent(sent), work);
    await until(() => backends(database));
  });

  test('half an answer is no answer', async () => {
    const ask = () => database.sql`select 'first part', repeat('x', 1000000)`.execute();
    await failsOnceFrozen(proxy.freezeWhenReceived('first part'), ask);
    await until(() => backends(database));
  });

  test('nothing waits, neither on old connections nor for new ones, and all is well afterwards', async () => {
    await backends(database);
    proxy.freeze();
    const asked = Array.from({ length: 4 * POOL }, () => database.sql.begin((sql) => sql`select 1`));
    expect(failed(await inTime(Promise.allSettled(asked)))).not.toContain(false);
    proxy.restore();
    await until(() => backends(database));
  });
});

describe('what is not given up', () => {
  test('a transaction that keeps its connection; whoever waits for it is', async () => {
    const single = open({ maxConnections: 1 });
    const held = single.sql.begin(async (transaction) => {
      await transaction`select 1`;
      const waiting = Promise.allSettled([single.sql.begin((sql) => sql`select 1`)]);
      expect(failed(await inTime(waiting))).toEqual([true]);
      return transaction`select 2 as two`;
    });
    expect(await held).toEqual([{ two: 2 }]);
    expect(await single.sql`select 3 as three`).toEqual([{ three: 3 }]);
    await single.close();
  });

  test('an answer that arrived while this process was busy', async () => {
    // Without the proxy, which is part of this process.
    const limits = { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    const direct = openDatabase({ url: testDatabase.url, applicationName: 'busy', ...limits });
    await direct.sql`select 1`;
    const asked = direct.sql`select 1 as one from pg_sleep(0.05)`.execute();
    await sleep(5); // It is sent.
    // After this, Node runs timers before it reads sockets.
    await new Promise(setImmediate);
    const busyUntil = performance.now() + STATEMENT_TIMEOUT_MS + 2_500;
    while (performance.now() < busyUntil);
    expect(await asked).toEqual([{ one: 1 }]);
    await direct.close();
  });
});

describe('a transaction whose caller is gone', () => {
  const statement = statementsIn(new URL('support/', import.meta.url));
  const wait = statement('wait', { what: text() }, { waited: text() });
  const patient = () => open({ statementTimeoutMs: 10_000, maxConnections: 1 });

  /** Sends some statements at once, which wait for an hour, until the caller is gone. */
  async function cancelled(pool: Database, ask: (connection: Connection) => Promise<unknown>): Promise<void> {
    const caller = new AbortController();
    const reading = inReadTransaction(pool, [], async (connection) => {
      const stopCancelling = cancelOnAbort(connection, caller.signal);
      try {
        return await ask(connection);
      } finally {
        await stopCancelling();
      }
    });
    reading.catch(() => {});
    await until(async () => {
      const rows = await testDatabase.database.sql`
        select 1 from pg_stat_activity where application_name = 'unanswered' and wait_event = 'PgSleep'`;
      expect(rows).toHaveLength(1);
    });
    caller.abort(new Error('gone'));
    await expect(inTime(reading)).rejects.toMatchObject({ code: '57014' });
  }

  test('gives its connection back, however many statements were on their way', async () => {
    const pool = patient();
    const ask = (connection: Connection) =>
      Promise.all(['a', 'b', 'c'].map((what) => wait(connection, { what })));
    for (let round = 0; round < 3; round += 1) {
      await cancelled(pool, ask);
      expect(await inTime(pool.sql`select ${round}::int as round`)).toEqual([{ round }]);
    }
    await pool.close();
  });

  test('ends without an unhandled error if the cancellation cannot be sent', async () => {
    const pool = open({ statementTimeoutMs: 2_000, maxConnections: 1 });
    await pool.sql`select 1`;
    proxy.resetNew();
    await cancelled(pool, (connection) => wait(connection, { what: 'a' }));
    expect(await inTime(pool.sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await pool.close();
  });
});

test('says how long no connection has been answered', async () => {
  const patient = open({ statementTimeoutMs: 60_000 });
  expect(patient.unansweredMs()).toBe(0);
  await patient.sql`select 1`;
  expect(patient.unansweredMs()).toBe(0);
  await backends(patient);
  proxy.freeze();
  const asked = Promise.allSettled([patient.sql`select 1`]);
  await until(async () => expect(patient.unansweredMs()).toBeGreaterThan(300));
  await Promise.all([patient.close(), asked]);
});
