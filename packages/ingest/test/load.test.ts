import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@funnel/db';
import { createTestDatabase, inTime, isOnCitus, type TestDatabase, until } from '@funnel/testing';
import { loadEvents } from '../src/load/load-events.ts';
import { parseEvent } from '../src/parse/event.ts';
import { EventBlock } from '../src/parse/event-block.ts';
import { KnownChains, verifyBlock } from '../src/verify/verify-block.ts';
import { foldPending, IgnoredKeys, ingest, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { type PlanNode, rowsLookedAt } from './support/rows-looked-at.ts';
import { whoWaits } from './support/who-waits.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());

/** So many days that their rollups are copied, not upserted. */
const events = Array.from({ length: 800 }, (_, index) =>
  event({
    type: index % 50 === 0 ? 'order' : 'conversion',
    element_id: 1000,
    occurred_at: new Date(NOW.getTime() - (index + 1) * 86_400_000).toISOString(),
  }),
);
const load = () =>
  ingest(database, Readable.from(events.map((each) => Buffer.from(`${JSON.stringify(each)}\n`))), {
    now: () => NOW,
    onRefused: async (refused) => expect(refused).toEqual([]),
  });
const rollups = async () =>
  (
    await database.sql`
      select level, grain, bucket::text, subject_id, conversions, orders, conversions_sketch, conversions_visitors
      from rollups order by 1, 2, 3, 4`
  ).map((row) => ({ ...row }));

test('a file that cannot be loaded leaves nothing behind, and can be loaded later', async () => {
  await database.sql.unsafe('alter table rollups add constraint no_orders check (orders = 0)');
  await expect(load()).rejects.toThrow('no_orders');
  expect(await database.sql`select 1 from event_ledger`).toHaveLength(0);
  expect(await rollups()).toEqual([]);
  await database.sql.unsafe('alter table rollups drop constraint no_orders');
  expect(await load()).toEqual({ read: 800, new: 800, repeated: 0, refused: 0 });
  expect(await load()).toEqual({ read: 800, new: 0, repeated: 800, refused: 0 });
});

test('copied rollups are those that single events would have made', async () => {
  const copied = await rollups();
  expect(copied.length).toBeGreaterThan(4_000);
  await database.sql.unsafe('truncate rollups, event_ledger');
  // In small batches, which are upserted.
  for (let from = 0; from < events.length; from += 20) {
    await recordEvents(database, events.slice(from, from + 20), { now: NOW });
    await foldPending(database, { minEvents: 1 });
  }
  expect(await rollups()).toEqual(copied);
});

test('claims of one website block neither another website nor other events of the same', async () => {
  const blockOf = async (websiteId: number) => {
    const block = new EventBlock();
    block.push(parseEvent(event({ website_id: websiteId }), NOW, new IgnoredKeys()));
    await verifyBlock(database, block, new KnownChains());
    return block;
  };
  const [first, second] = [await blockOf(1), await blockOf(2)];
  let release = () => {};
  const held = new Promise<number>((resolve) => {
    release = () => resolve(0);
  });
  let isDone = false;
  const previous = { claimed: Promise.resolve({ ids: undefined, hadRepeats: false }), recorded: held };
  const claimed = loadEvents(database, first, { previous }).recorded.then((recorded) => {
    isDone = true;
    return recorded;
  });
  await until(async () => {
    const [row] = await database.sql<{ waiting: number }[]>`
      select count(*)::int as waiting
      from pg_locks l
      join pg_stat_activity a using (pid)
      where a.datname = current_database() and a.state = 'idle in transaction'
        and l.relation = 'event_ledger'::regclass and l.mode = 'RowExclusiveLock'`;
    expect(row?.waiting).toBeGreaterThan(0);
  });
  expect(await loadEvents(database, second).recorded).toBe(1);
  const { recorded } = await recordEvents(database, [event(), event({ website_id: 2 })], { now: NOW });
  expect(recorded).toBe(2);
  expect(isDone).toBe(false);
  release();
  expect(await claimed).toBe(1);
});

test('a batch never waits for a batch that waits for it: repeats in the next batch do not hang', async () => {
  await database.sql.unsafe('truncate rollups, event_ledger');
  const loader = openDatabase({ url: testDatabase.url, applicationName: 'loader', maxConnections: 2 });
  const holder = await database.sql.reserve();
  // The second batch repeats the last event of the first one, in the order of the ledger.
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const lines = [1, 2, 2, 3].map((n) => event({ event_id: id(n) }));
  try {
    // Another load holds the first event, so that the second batch could be the first to claim the repeated one.
    await holder`begin`;
    await holder`insert into event_ledger (website_id, event_id) values (1, ${id(1)}::uuid)`;
    const loading = ingest(
      loader,
      Readable.from(lines.map((each) => Buffer.from(`${JSON.stringify(each)}\n`))),
      { now: () => NOW, batchEvents: 2, onRefused: async () => {} },
    );
    loading.catch(() => {});
    await until(async () =>
      // On Citus the lock is on a worker, and the coordinator does not know whose it is.
      expect(await whoWaits(database)).toMatch(
        isOnCitus ? /loader \d+ \(active\)/ : /loader \d+ \(active\) waits for \[\d+\]/,
      ),
    );
    // Time for the second batch to claim, if it would.
    await sleep(500);
    await holder`rollback`;
    const summary = await inTime(loading).catch(async (error: unknown) => {
      throw new Error(`The load hangs: ${await whoWaits(database)}`, { cause: error });
    });
    expect(summary).toEqual({ read: 4, new: 3, repeated: 1, refused: 0 });
  } finally {
    holder.release();
    await loader.close();
  }
});

test('answers and products make batches smaller, so that a file of them takes no more memory than one of plain events', async () => {
  const answers = Array.from({ length: 20 }, (_, index) => ({
    field: `question ${index}`,
    field_type: 'radio',
    value: `answer ${index % 3}`,
  }));
  const submissions = Array.from({ length: 30 }, () =>
    event({ type: 'submission', element_id: 1000, fields: answers }),
  );
  const refusedLines = Array.from({ length: 30 }, () => ({ type: 'smile', note: 'x'.repeat(6_000) }));
  const batchesOf = async (lines: readonly object[]) => {
    const sizes: number[] = [];
    let last = 0;
    const chunks = Readable.from(lines.map((each) => Buffer.from(`${JSON.stringify(each)}\n`)));
    await ingest(database, chunks, {
      now: () => NOW,
      batchEvents: 1_000,
      onRefused: async () => {},
      onProgress: ({ read }) => {
        sizes.push(read - last);
        last = read;
      },
    });
    return sizes.filter((size) => size > 0);
  };
  expect(await batchesOf(Array.from({ length: 30 }, () => event()))).toEqual([30]);
  expect(await batchesOf(submissions)).toEqual([14, 14, 2]);
  expect(await batchesOf(refusedLines)).toEqual([13, 13, 4]);
});

// Citus plans on its workers.
(isOnCitus ? test.skip : test)(
  'answers are looked up by their key, whatever PostgreSQL believes of their table',
  async () => {
    const [FIELDS, DAYS, ASKED] = [20, 2_000, 1_000];
    await database.sql`truncate element_fields`;
    const rows = Array.from({ length: FIELDS * DAYS }, (_, index) => ({
      field: `question ${index % FIELDS}`,
      day: new Date(Date.UTC(2025, 0, 1 + Math.floor(index / FIELDS))).toISOString().slice(0, 10),
    }));
    const column = (values: readonly string[]) => `{${values.map((value) => `"${value}"`).join(',')}}`;
    const keysOf = (some: typeof rows) => {
      const same = (value: string) => column(some.map(() => value));
      const days = column(some.map(({ day }) => day));
      const fields = column(some.map(({ field }) => field));
      return [1, same('1000'), same('day'), days, fields, same('radio'), same('yes')];
    };
    await database.sql.unsafe(
      `insert into element_fields (website_id, element_id, grain, bucket, field, field_type, value, answers, visitors_sketch)
      select distinct $1::int, b.*, ''::bytea from unnest($2::text::int[], $3::text::grain[], $4::text::date[], $5::text::text[], $6::text::text[],
        $7::text::text[], $8::text::bigint[]) as b`,
      [...keysOf(rows), column(rows.map(() => '1'))],
    );
    const [stored] = await database.sql`select count(*)::int as rows from element_fields`;
    const text = readFileSync(new URL('../sql/find-field-sketches.sql', import.meta.url), 'utf8');
    const [row] = await database.sql.unsafe(`explain (analyze, format json) ${text}`, [
      ...keysOf(rows.slice(0, ASKED)),
      column(rows.slice(0, ASKED).map((_, index) => String(index))),
    ]);
    const [{ Plan: plan } = { Plan: undefined }] = (row?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
    expect(stored?.['rows']).toBe(rows.length);
    expect(rowsLookedAt(plan)).toBeGreaterThanOrEqual(ASKED);
    expect(rowsLookedAt(plan)).toBeLessThan(5 * ASKED);
  },
);
