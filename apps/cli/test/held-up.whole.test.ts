import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@funnel/db';
import { createTestDatabase, inTime, type TestDatabase, until } from '@funnel/testing';
import { runCli } from '../src/index.ts';
import { createProgress } from '../src/progress.ts';
import { watchWaits } from '../src/waits.ts';
import { catalog, event } from './support/events.ts';
import { run } from './support/run.ts';

let testDatabase: TestDatabase;
let folder: string;
/** Longer than the second between two questions who holds a lock. */
const LIMIT = { COMMAND_LOCK_TIMEOUT_MS: '5000' };
const command = (argv: string[], options: { stdin?: string; env?: Record<string, string> } = {}) =>
  run(argv, { databaseUrl: testDatabase.url, cwd: folder, ...options });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'funnel-held-up-'));
  expect(await command(['catalog', '-'], { stdin: JSON.stringify(catalog) })).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await testDatabase.drop();
});

/** Runs `work` while another session holds what the statement locks. */
async function whileHeld<Result>(statement: string, work: (pid: number) => Promise<Result>): Promise<Result> {
  // The driver never reserves a connection that it has to open first.
  await testDatabase.database.sql`select`;
  const holder = await testDatabase.database.sql.reserve();
  try {
    await holder`begin`;
    await holder.unsafe(statement);
    const [row] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return await work(row?.pid ?? 0);
  } finally {
    await holder`rollback`;
    holder.release();
  }
}

test.each([
  ['the lock of the website', () => 'select pg_advisory_xact_lock(7203115, 1)'],
  ['an event', (id: string) => `insert into event_ledger (website_id, event_id) values (1, '${id}')`],
])('ingest ends if another session holds %s for too long, and says which', async (_what, statementFor) => {
  const line = event();
  await writeFile(join(folder, 'events.ndjson'), JSON.stringify(line));
  await whileHeld(statementFor(String(line['event_id'])), async (pid) => {
    const { status, stdout, stderr } = await inTime(command(['ingest', 'events.ndjson'], { env: LIMIT }));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('A lock was not free within 5 s (COMMAND_LOCK_TIMEOUT_MS). It was held by:');
    expect(stderr).toMatch(
      new RegExp(`pid ${pid} \\(funnel-test.*, idle in transaction, since 2\\d{3}-.*Z\\)`),
    );
    expect(stderr).toContain(`select pg_terminate_backend(${pid})`);
    expect(stderr).toContain('Run the command again: nothing counts twice.');
  });
  expect(await command(['ingest', 'events.ndjson'])).toMatchObject({ status: 0 });
});

test('catalog ends if another import does not, and says that nothing was written', async () => {
  await whileHeld('select pg_advisory_xact_lock(7203117, 0)', async (pid) => {
    const stdin = JSON.stringify({ accounts: [{ id: 1, name: 'Changed' }] });
    const { status, stderr } = await inTime(command(['catalog', '-'], { stdin, env: LIMIT }));
    expect(status).toBe(1);
    expect(stderr).toContain(`pid ${pid} (`);
    expect(stderr).toContain('Nothing was written. Run the command again.');
  });
  const [account] = await testDatabase.database.sql`select name from accounts where id = 1`;
  expect(account?.['name']).toBe('Acme');
});

test('a command ends if another process migrates for too long, and says which', async () => {
  // The driver never reserves a connection that it has to open first.
  await testDatabase.database.sql`select`;
  const holder = await testDatabase.database.sql.reserve();
  try {
    await holder`select pg_advisory_lock(7203114)`;
    // Without anything to do, a command would not wait.
    await holder`insert into drizzle.unfinished_work (migration) values ('0003_visitor_estimates')`;
    const [row] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const env = { COMMAND_LOCK_TIMEOUT_MS: '500' };
    const { status, stderr } = await inTime(command(['migrate'], { env }));
    expect(status).toBe(1);
    expect(stderr).toContain('Another process migrates this database: waiting for it');
    expect(stderr).toContain(`pid ${row?.pid} (`);
    expect(stderr).toContain('Run the command again when it has ended.');
  } finally {
    await holder`delete from drizzle.unfinished_work`;
    await holder`select pg_advisory_unlock(7203114)`;
    holder.release();
  }
});

test.each([
  ['a batch fails', async () => {}],
  ['it is interrupted', async (interrupt: AbortController) => interrupt.abort()],
])('a load from an open pipe ends when %s', async (what, act) => {
  const stdin = new PassThrough();
  const interrupt = new AbortController();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = [event(), event()].map((each) => `${JSON.stringify(each)}\n`);
  const work = async () => {
    const loading = runCli({
      argv: ['ingest', '-', '--batch-events', '2'],
      env: { DATABASE_URL: testDatabase.url, COMMAND_LOCK_TIMEOUT_MS: '500' },
      cwd: folder,
      stdin,
      stdout: silent,
      stderr: silent,
      wallClock: () => new Date(),
      signal: interrupt.signal,
    });
    stdin.write(lines.join(''));
    if (what !== 'a batch fails') await sleep(300);
    await act(interrupt);
    return inTime(loading);
  };
  const status =
    what === 'a batch fails'
      ? await whileHeld('select pg_advisory_xact_lock(7203115, 1)', work)
      : await work();
  expect(status).toBe(what === 'a batch fails' ? 1 : 130);
  expect(stdin.destroyed).toBe(true);
});

test('what a command waits for is a lock with its holder, the database, or nothing', async () => {
  const { url } = testDatabase;
  const waits = watchWaits(url, 'held', 50);
  const held = openDatabase({ url, applicationName: 'held', maxConnections: 1 });
  try {
    await held.ping();
    const sleeping = held.sql`select pg_sleep(60)`.execute();
    sleeping.catch(() => {});
    await until(async () => expect(waits.describe()).toBe('waiting for the database'));
    sleeping.cancel();
    await until(async () => expect(waits.describe()).toBeUndefined());
    await whileHeld('select pg_advisory_xact_lock(7203115, 1)', async (pid) => {
      const waiting = held.sql`select pg_advisory_xact_lock(7203115, 1)`.execute();
      await until(async () => expect(waits.describe()).toContain(`waiting for a lock held by pid ${pid} (`));
      waiting.cancel();
      await expect(waiting).rejects.toThrow('canceling');
    });
  } finally {
    await Promise.all([held.close(), waits.close()]);
  }
});

test('progress that does not move for 30 seconds says what the command waits for', async () => {
  let now = Date.parse('2026-11-14T12:00:00Z');
  let written = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  const progress = createProgress(
    stream,
    () => new Date(now),
    () => 'waiting for input',
  );
  try {
    now += 10_000;
    progress.update({ done: 1, text: '1 event' });
    now += 29_000;
    await sleep(1_500);
    expect(written).toBe('1 event\n');
    now += 2_000;
    await until(async () => expect(written).toBe('1 event\nno progress for 31 s: waiting for input\n'));
  } finally {
    progress.end();
  }
});

test('an events rate is shown from 10,000 events on', async () => {
  const write = (count: number) =>
    writeFile(
      join(folder, 'many.ndjson'),
      Array.from({ length: count }, () => JSON.stringify(event())).join('\n'),
    );
  await write(9_999);
  expect((await command(['ingest', 'many.ndjson'])).stderr).not.toContain('events/s');
  await write(10_000);
  expect((await command(['ingest', 'many.ndjson'])).stderr).toMatch(/^\d+ events\/s$/m);
});
