import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, inWebsiteTransaction, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { Chance, createTestDatabase, type TestDatabase } from '@funnel/testing';
import { claimOfWebsite } from '../src/ledger/claim-of-website.ts';
import { ingest, packLedger, pruneLedger, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { packForDays, packingFaults, passDays, storedIds } from './support/packing.ts';

/** PACKING_RUNS=100 runs that many random histories; PACKING_SEED=7 begins with the seed that a failure names. */
const RUNS = Number(process.env['PACKING_RUNS'] ?? 1);
const FIRST_SEED = Number(process.env['PACKING_SEED'] ?? randomInt(1e9));
const KEPT_DAYS = 35;
/** A slice is packed once a week, and then what is too old is dropped. */
const DROPPED_AFTER_DAYS = KEPT_DAYS + 7;
const [ONE, TWO] = [trustedWebsiteId(1), trustedWebsiteId(2)];

let testDatabase: TestDatabase;
let database: Database;
/** With the rights of the event intake, which states its websites. */
let intake: Database;
let worker: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = testDatabase);
  intake = testDatabase.openAs('event-intake');
  worker = testDatabase.openAs('insights-worker');
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());
beforeEach(() =>
  database.sql.unsafe('truncate rollups, event_ledger, pending_events, packed_event_ids, packed_slices'),
);

const send = async (ids: readonly string[], websiteId = 1, to = intake) =>
  (
    await recordEvents(
      to,
      ids.map((event_id) => event({ event_id, website_id: websiteId })),
      { now: NOW, websiteIds: [ONE, TWO] },
    )
  ).recorded;

const load = (ids: readonly string[]) =>
  ingest(
    database,
    Readable.from([Buffer.from(ids.map((id) => `${JSON.stringify(event({ event_id: id }))}\n`).join(''))]),
    {
      now: () => NOW,
      onRefused: async () => {},
    },
  );

const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());
/** Ids that begin with the time, as version 7 does. */
const orderedIds = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => {
    const time = (from + n).toString(16).padStart(12, '0');
    const rest = randomBytes(10).toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
  });

describe('ids that are packed', () => {
  test.each([1, 95, 96, 97, 2_500])('are found again: %d of them', async (count) => {
    const ids = newIds(count);
    for (let from = 0; from < count; from += 1_000) await send(ids.slice(from, from + 1_000));
    await packForDays(database, worker, 2);
    // What is two days old is packed first, a seventh a day, and leaves the ledger a day later.
    await packForDays(database, worker, 8, { idsPerTransaction: 500 });
    expect(await packingFaults(database)).toEqual([]);
    const stored = await storedIds(database);
    expect([stored.ledger, stored.packed]).toEqual([[], [...ids].sort()]);
    for (let from = 0; from < count; from += 1_000) expect(await send(ids.slice(from, from + 1_000))).toBe(0);
    expect(await send(newIds(100))).toBe(100);
  });

  test.each([
    [
      'the first and the last',
      [
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '00000000-0000-0000-0000-000000000007',
        'ffffffff-ffff-ffff-ffff-fffffffffff8',
      ],
    ],
    ['in order of time', orderedIds(1_000, Date.UTC(2026, 10, 1))],
    [
      'that differ only at the end',
      Array.from({ length: 300 }, (_, n) => `0190c3f2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`),
    ],
  ])('are found again: %s', async (_name, ids) => {
    expect(await send(ids)).toBe(ids.length);
    await packForDays(database, worker, 10);
    expect(await packingFaults(database)).toEqual([]);
    expect((await storedIds(database)).ledger).toEqual([]);
    for (const id of ids.slice(0, 20)) expect(await send([id])).toBe(0);
    expect(await send(ids)).toBe(0);
    // Of another website they are other events.
    expect(await send(ids, 2)).toBe(ids.length);
  });

  test('are found by the event intake, one or many, and by a file, and on Citus', async () => {
    const ids = newIds(50);
    await send(ids);
    await packForDays(database, worker, 10);
    expect((await storedIds(database)).ledger).toEqual([]);
    const more = newIds(50);
    expect(await send(ids.slice(0, 1))).toBe(0);
    expect(await send([...ids, ...more.slice(0, 10)])).toBe(10);
    expect(await load([...ids, ...more])).toMatchObject({ new: 40, repeated: 60 });
    const last = newIds(2);
    const entered = await inWebsiteTransaction(database, [ONE], (transaction) =>
      claimOfWebsite(transaction, ONE, [...ids, ...more, ...last]),
    );
    expect([...entered].sort()).toEqual([...last].sort());
    const [pending] = await database.sql`select count(*)::int as events from pending_events`;
    expect(pending).toEqual({ events: 60 });
  });

  test('are not entered into the ledger again, so that they are forgotten in time', async () => {
    const ids = newIds(20);
    await send(ids);
    await packForDays(database, worker, 30);
    expect(await send(ids)).toBe(0);
    expect((await storedIds(database)).ledger).toEqual([]);
    await packForDays(database, worker, DROPPED_AFTER_DAYS - 30 + 1);
    expect((await storedIds(database)).all).toEqual([]);
    expect(await send(ids)).toBe(20);
  });
});

describe('packing', () => {
  test('copies what is two days old, and deletes it from the ledger no earlier than half a day later', async () => {
    const ids = newIds(70);
    await send(ids);
    await passDays(database);
    await packLedger(worker);
    expect((await storedIds(database)).packed).toEqual([]);
    await packForDays(database, worker, 1);
    const { packed } = await storedIds(database);
    expect(packed.length).toBeGreaterThan(0);
    expect((await storedIds(database)).ledger).toEqual([...ids].sort());
    // Again on the same day nothing happens, also not after the notes about it are lost.
    expect((await packLedger(worker)).websites).toBe(0);
    await database.sql`update packed_slices set packed_at = packed_at - interval '1 day'`;
    await packLedger(worker);
    expect((await storedIds(database)).ledger).toEqual([...ids].sort());
    await packForDays(database, worker, 1);
    expect((await storedIds(database)).ledger.length).toBeLessThan(70);
    expect((await storedIds(database)).all).toEqual([...ids].sort());
  });

  test('keeps an id that a long transaction commits days later', async () => {
    await send(newIds(50));
    await packForDays(database, worker, 9);
    const late = randomUUID();
    await database.sql`insert into event_ledger (website_id, event_id, recorded_on) values (1, ${late}, current_date - 9)`;
    await packForDays(database, worker, 1);
    expect((await storedIds(database)).all).toContain(late);
    await packForDays(database, worker, 9);
    expect((await storedIds(database)).packed).toContain(late);
    expect(await send([late])).toBe(0);
  });

  test('writes no row again that does not change', async () => {
    await send(orderedIds(3_000, Date.UTC(2026, 10, 1)));
    await packForDays(database, worker, 9);
    await send(orderedIds(500, Date.UTC(2026, 10, 10)));
    await packForDays(database, worker, 9);
    const [rows] = await database.sql`
      select count(*)::int as all, (count(*) filter (where packed_at < now() - interval '8 days'))::int as kept
      from packed_event_ids`;
    expect(rows?.['kept']).toBeGreaterThan(0.6 * rows?.['all']);
    expect(await packingFaults(database)).toEqual([]);
  });

  test('leaves a website alone that another process packs, and takes it the next time', async () => {
    await send(newIds(50));
    await send(newIds(50), 2);
    await passDays(database, 3);
    const other = openDatabase({ url: testDatabase.url, applicationName: 'other', maxConnections: 1 });
    try {
      await other.sql`select pg_advisory_lock(7203118, 1)`;
      expect(await packLedger(worker)).toEqual({ websites: 1, failed: [] });
      expect((await storedIds(database)).packed).toEqual([]);
    } finally {
      await other.close();
    }
    expect(await packLedger(worker)).toEqual({ websites: 1, failed: [] });
  });

  test('names a website that cannot be packed, and goes on with the others', async () => {
    await send(newIds(50));
    await send(newIds(50), 2);
    await passDays(database, 3);
    await database.sql.unsafe(
      'alter table packed_event_ids add constraint broken check (website_id <> 1) not valid',
    );
    try {
      const { websites, failed } = await packLedger(worker);
      expect([websites, failed.map(({ websiteId }) => websiteId)]).toEqual([1, [ONE]]);
    } finally {
      await database.sql.unsafe('alter table packed_event_ids drop constraint broken');
    }
  });

  test('does nothing before it may begin, or after its signal', async () => {
    await send(newIds(50));
    await passDays(database, 3);
    await database.sql`update packing set begins_on = current_date + 1`;
    expect(await packLedger(worker)).toEqual({ websites: 0, failed: [] });
    await database.sql`update packing set begins_on = current_date`;
    expect(await packLedger(worker, { signal: AbortSignal.abort() })).toEqual({ websites: 0, failed: [] });
    expect(await packLedger(worker)).toEqual({ websites: 2, failed: [] });
  });

  test('can be killed between any two statements: nothing is lost or doubled, and the next run goes on', async () => {
    const ids = newIds(2_400);
    await send(ids);
    await packForDays(database, worker, 9, { idsPerTransaction: 300 });
    const more = newIds(900);
    await send(more);
    await passDays(database, 3);
    const all = [...ids, ...more].sort();
    const tables = ['packed_event_ids', 'packed_slices', 'event_ledger'];
    await database.sql.unsafe(`
      create sequence statements;
      create table kill_at (statement int not null);
      create function kill() returns trigger language plpgsql security definer as $$ begin
        if nextval('statements') = (select statement from kill_at) then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return null;
      end $$;
      ${tables
        .map(
          (table) => `create table before_${table} as table ${table};
        create trigger kill_before before insert or delete on ${table} for each statement execute function kill();
        create trigger kill_after after insert or delete on ${table} for each statement execute function kill()`,
        )
        .join(';')}`);
    const begin = (statement: number) =>
      database.sql.unsafe(`
        truncate kill_at, ${tables.join()};
        ${tables.map((table) => `insert into ${table} table before_${table}`).join(';')};
        alter sequence statements restart;
        insert into kill_at values (${statement})`);
    try {
      let kills = 0;
      for (let isKilled = true; isKilled; ) {
        await begin(kills + 1);
        const result = await packLedger(worker, { idsPerTransaction: 300 }).catch(() => undefined);
        isKilled = result?.failed.length !== 0;
        expect(await packingFaults(database)).toEqual([]);
        expect((await storedIds(database)).all).toEqual(all);
        if (isKilled) kills += 1;
        // The next run goes on.
        else expect(result?.websites).toBe(2);
        expect((await packLedger(worker, { idsPerTransaction: 300 })).failed).toEqual([]);
        expect(await packingFaults(database)).toEqual([]);
        expect((await storedIds(database)).all).toEqual(all);
      }
      // How many statements there are depends on the ids, which are random.
      expect(kills).toBeGreaterThan(9);
    } finally {
      await database.sql.unsafe(`
        drop function kill() cascade; drop sequence statements;
        drop table kill_at, ${tables.map((table) => `before_${table}`).join()}`);
    }
  });
});

test('in random histories an id counts once until it is forgotten, and then again', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) await withSeed(seed, liveAtRandom);
});

test('claims of two processes while ids are packed and deleted all the time: every id counts exactly once', () =>
  withSeed(FIRST_SEED, claimWhilePacking));

/** A failure names the seed. */
async function withSeed(seed: number, live: (chance: Chance) => Promise<void>): Promise<void> {
  await live(new Chance(seed)).catch((cause: unknown) => {
    throw new Error(`PACKING_SEED=${seed} failed`, { cause });
  });
}

async function liveAtRandom(chance: Chance): Promise<void> {
  await database.sql.unsafe('truncate event_ledger, pending_events, packed_event_ids, packed_slices');
  const recordedOn = new Map<string, number>();
  const idsPerTransaction = chance.whole(300, 2_000);
  const isOrdered = chance.unit() < 0.3;
  let day = 0;
  for (let step = 0; step < 50; step++) {
    const roll = chance.unit();
    if (roll < 0.35) {
      const count = chance.whole(1, 150);
      const some = isOrdered ? orderedIds(count, Date.UTC(2026, 0, day)) : newIds(count);
      const old = [...recordedOn.keys()];
      const repeats = Array.from(
        { length: Math.min(old.length, chance.whole(0, 100)) },
        () => old[chance.whole(0, old.length - 1)] ?? '',
      );
      const sent = [...new Set([...some, ...repeats])];
      const known = new Set((await storedIds(database)).all);
      for (const [id, recorded] of recordedOn) {
        if (day - recorded <= KEPT_DAYS) expect([id, known.has(id)]).toEqual([id, true]);
      }
      const fresh = sent.filter((id) => !known.has(id));
      const recorded = chance.unit() < 0.2 ? (await load(sent)).new : await send(sent);
      expect(recorded).toBe(fresh.length);
      for (const id of fresh) recordedOn.set(id, day);
    } else if (roll < 0.9) {
      const days = chance.unit() < 0.1 ? chance.whole(2, 7) : 1;
      day += days;
      await passDays(database, days);
      const signal = chance.unit() < 0.1 ? AbortSignal.timeout(chance.whole(0, 30)) : undefined;
      const { failed } = await packLedger(worker, { idsPerTransaction, signal });
      expect(failed).toEqual([]);
      // As it would if the process ended here: the notes are not kept.
      if (chance.unit() < 0.05) await database.sql.unsafe('truncate packed_slices');
    } else await pruneLedger(database);
    expect(await packingFaults(database)).toEqual([]);
  }
  await passDays(database, KEPT_DAYS + 1);
  await pruneLedger(database);
  await packForDays(database, worker, 7);
  expect((await storedIds(database)).all).toEqual([]);
}

async function claimWhilePacking(chance: Chance): Promise<void> {
  const ids = newIds(1_000);
  const underWay = new Set<Promise<number>>();
  const over = new AbortController();
  let recorded = 0;
  const writers = [intake, testDatabase.openAs('event-intake')];
  const write = async (writer: Database, part: number) => {
    for (let from = 0; from < ids.length; from += 20) {
      const size = chance.unit() < 0.3 ? 1 : chance.whole(2, 60);
      // New ones that the other sends at the same time, and repeats of any age.
      const batch = [
        ...ids.slice(from, from + 20),
        ...Array.from({ length: size }, () => ids[chance.whole(0, from + 19)] ?? ''),
      ];
      const parts = part === 0 ? [batch] : [batch.slice(0, 1), batch.slice(1)];
      for (const some of parts) {
        const sending = send(some, 1, writer);
        underWay.add(sending);
        const added = await sending.finally(() => underWay.delete(sending));
        recorded += added;
      }
    }
  };
  const pack = async () => {
    // Fewer days than ids are kept for.
    for (let days = 0; !over.signal.aborted; days = Math.min(days + 1, 30)) {
      await packLedger(worker, { idsPerTransaction: 500 });
      // No claim takes a day.
      await Promise.all(underWay);
      if (days < 30) await passDays(database);
      else await database.sql`update packed_slices set packed_at = packed_at - interval '1 day'`;
    }
  };
  const packing = pack();
  await Promise.all(writers.map(write)).finally(() => {
    over.abort();
  });
  await packing;
  expect(recorded).toBe(ids.length);
  const [pending] = await database.sql`select count(*)::int as events from pending_events`;
  expect(pending).toEqual({ events: ids.length });
  expect((await storedIds(database)).all).toEqual([...ids].sort());
  expect((await storedIds(database)).packed.length).toBeGreaterThan(0);
  expect(await packingFaults(database)).toEqual([]);
}
