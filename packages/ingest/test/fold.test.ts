import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Connection,
  type Database,
  inReadTransaction,
  observeDatabase,
  openDatabase,
  readWebsites,
} from '@funnel/db';
import { type Counts, parseDay, trustedWebsiteId } from '@funnel/domain';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@funnel/testing';
import {
  foldPending,
  type FoldSummary,
  importCatalog,
  readBacklog,
  recordEvents,
  SetAsideWebsites,
} from '../src/index.ts';
import { type PlanNode, rowsLookedAt } from './support/rows-looked-at.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { read } from './support/read.ts';

let testDatabase: TestDatabase;
let database: Database;

const window = { start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 };
const NOT_BY_AGE = 3_600_000;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql.unsafe(
    `truncate rollups, event_ledger, pending_events, element_fields, element_products;
     insert into website_activity (website_id, version) select id, 1 from websites
     on conflict (website_id) do update set version = website_activity.version + 1, first_day = null`,
  );
});

const record = (...events: unknown[]) => recordEvents(database, events, { now: NOW });
const many = (count: number, overrides: object = {}) =>
  Array.from({ length: count }, () => event({ type: 'conversion', element_id: 1000, ...overrides }));

async function countsOf(websiteId: number, connection: Connection = database.sql): Promise<Counts> {
  const subjects = [{ level: 'website' as const, ids: [websiteId] }];
  const metrics = await read(connection, { websiteIds: [websiteId], window, subjects });
  return metrics.of('website', websiteId).current;
}

async function versionOf(websiteId: number): Promise<string | undefined> {
  const [website] = await readWebsites(database.sql, [trustedWebsiteId(websiteId)]);
  return website?.version;
}

describe('folding', () => {
  test('takes websites with many or old events, and leaves the others', async () => {
    await record(...many(3), event({ website_id: 2 }));
    expect(await foldPending(database, { minEvents: 4, maxAgeMs: NOT_BY_AGE })).toMatchObject({
      websites: 0,
      events: 0,
    });
    expect(await foldPending(database, { minEvents: 3, maxAgeMs: NOT_BY_AGE })).toMatchObject({
      websites: 1,
      events: 3,
    });
    expect(await readBacklog(database)).toMatchObject({ events: 1 });
    await sleep(20);
    expect(await foldPending(database, { maxAgeMs: 10 })).toMatchObject({ websites: 1, events: 1 });
    expect(await readBacklog(database)).toEqual({ events: 0, ageMs: 0 });
  });

  test('that fails changes nothing', async () => {
    await record(...many(5), event({ type: 'order', revenue: 3 }));
    await database.sql.unsafe('alter table rollups add constraint no_orders check (orders = 0)');
    expect(await failuresOf(foldPending(database, { minEvents: 1 }))).toEqual([
      [1, expect.stringContaining('no_orders')],
    ]);
    await database.sql.unsafe('alter table rollups drop constraint no_orders');
    expect(await readBacklog(database)).toMatchObject({ events: 6 });
    expect(await database.sql`select 1 from rollups`).toHaveLength(0);
    expect(await countsOf(1)).toMatchObject({ conversions: 5, orders: 1, revenueCents: 300n });
  });

  test('adds many new buckets with the role of the worker, which may not use COPY', async () => {
    const days = Array.from({ length: 300 }, (_, day) =>
      event({ element_id: 1000, occurred_at: new Date(NOW.getTime() - day * 86_400_000).toISOString() }),
    );
    await recordEvents(database, days, { now: NOW });
    const worker = testDatabase.openAs('insights-worker');
    expect(await foldPending(worker, { minEvents: 1 })).toMatchObject({ websites: 1, events: 300 });
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from rollups where website_id = 1`;
    expect(row?.count).toBeGreaterThan(1_000);
  });

  test('leaves a website to the process that is folding it', async () => {
    await record(...many(3));
    await database.sql.begin(async (other) => {
      await other`select pg_advisory_xact_lock(7203115, 1)`;
      expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ websites: 0, events: 0 });
    });
    expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ websites: 1, events: 3 });
  });

  test('by several processes, some of which are killed, loses nothing and counts nothing twice', async () => {
    const writers = 4;
    const batches = 25;
    const folders = Array.from({ length: 3 }, (_, n) =>
      openDatabase({ url: testDatabase.url, applicationName: `folder-${n}`, maxConnections: 1 }),
    );
    const writing = new AbortController();
    const write = async (writer: number) => {
      for (let batch = 0; batch < batches; batch++)
        await record(...many(1 + ((writer + batch) % 5)), ...many(2, { website_id: 2, element_id: 2000 }));
    };
    const fold = async (folder: Database) => {
      while (!writing.signal.aborted) await foldPending(folder, { minEvents: 1 }).catch(() => {});
    };
    const kill = async () => {
      let killed = 0;
      while (!writing.signal.aborted) {
        await sleep(15);
        killed += (
          await database.sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'folder-%' and state = 'active' and query not like '%pg_stat%' limit 1`
        ).length;
      }
      return killed;
    };
    const folding = [...folders.map((folder) => fold(folder)), kill()] as const;
    await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
    writing.abort();
    await Promise.all(folding);
    await Promise.all(folders.map((folder) => folder.close()));

    const sent = writers * batches;
    const expected = Array.from({ length: writers }, (_, writer) =>
      Array.from({ length: batches }, (__, batch) => 1 + ((writer + batch) % 5)).reduce((a, b) => a + b, 0),
    ).reduce((a, b) => a + b, 0);
    expect(await countsOf(1)).toMatchObject({ conversions: expected });
    expect(await countsOf(2)).toMatchObject({ conversions: 2 * sent });
    await foldPending(database, { minEvents: 1 });
    expect(await countsOf(1)).toMatchObject({ conversions: expected });
    expect(await countsOf(2)).toMatchObject({ conversions: 2 * sent });
  });
});

test('several processes share the websites instead of looking at all of them', async () => {
  const ids = Array.from({ length: 200 }, (_, n) => 1_001 + n);
  const websites = ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` }));
  await importCatalog(database, { websites }, { encryptionKey: new Uint8Array(32), now: NOW });
  await record(...ids.map((website_id) => event({ website_id })));
  const seen: string[] = [];
  const ended = () => {};
  observeDatabase({
    statement: (name) => (seen.push(name), ended),
    transaction: () => ({ begun: ended, ended }),
  });
  const folded = await Promise.all(ids.slice(0, 4).map(() => foldPending(database, { minEvents: 1 })));
  observeDatabase(undefined);
  expect(folded.reduce((sum, { events }) => sum + events, 0)).toBe(200);
  // Each of the four would look at all 200 if they did not share.
  expect(seen.filter((name) => name === 'take-pending').length).toBeLessThan(400);
});

/** The websites that a round could not fold, with the reasons. */
async function failuresOf(round: Promise<FoldSummary>): Promise<[number, string][]> {
  return (await round).failed.map(({ websiteId, cause }) => [websiteId, String(cause)]);
}

/** Makes the rollups of websites impossible to write while `work` runs. */
async function whileBroken(condition: string, work: () => Promise<void>): Promise<void> {
  await database.sql.unsafe(`alter table rollups add constraint broken check (not (${condition})) not valid`);
  try {
    await work();
  } finally {
    await database.sql.unsafe('alter table rollups drop constraint broken');
  }
}

// Citus plans on its workers.
(isOnCitus ? test.skip : test)(
  'each event is looked at a few times, also if PostgreSQL takes the table for empty',
  async () => {
    const EVENTS = 3000;
    await record(...many(EVENTS));
    // As autovacuum does, if it comes just after a fold.
    await database.sql`delete from pending_events`;
    await database.sql`analyze pending_events`;
    const [table] = await database.sql`
      select reltuples::int, relpages > 0 as has_pages from pg_class where relname = 'pending_events'`;
    expect(table).toEqual({ reltuples: 0, has_pages: true });
    await record(...many(EVENTS));
    const text = readFileSync(new URL('../sql/take-pending.sql', import.meta.url), 'utf8');
    const [row] = await database.sql.unsafe(`explain (analyze, format json) ${text}`, [1, EVENTS]);
    const [{ Plan: plan } = { Plan: undefined }] = (row?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
    expect(rowsLookedAt(plan)).toBeGreaterThanOrEqual(EVENTS);
    expect(rowsLookedAt(plan)).toBeLessThan(20 * EVENTS);
  },
);

describe('websites that cannot be folded', () => {
  const pendingOf = async (websiteId: number) =>
    (await database.sql`select 1 from pending_events where website_id = ${websiteId}`).length;

  test('do not hold up the others, however many they are, and lose nothing', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => 2_001 + n);
    const websites = ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` }));
    await importCatalog(database, { websites }, { encryptionKey: new Uint8Array(32), now: NOW });
    await record(...ids.map((website_id) => event({ website_id })), event(), event({ website_id: 2 }));
    await whileBroken('website_id > 2000', async () => {
      const { websites: folded, events, failed } = await foldPending(database, { minEvents: 1 });
      expect({ folded, events }).toEqual({ folded: 2, events: 2 });
      expect(new Set(failed.map(({ websiteId }) => Number(websiteId)))).toEqual(new Set(ids));
      expect(String(failed[0]?.cause)).toContain('broken');
    });
    expect(await readBacklog(database)).toMatchObject({ events: 30 });
    expect(await countsOf(2_001)).toMatchObject({ views: 1 });
    expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ events: 30, failed: [] });
    expect(await countsOf(2_001)).toMatchObject({ views: 1 });
  });

  test('are left alone for longer and longer, and folded once the cause is gone', async () => {
    let now = 0;
    const setAside = new SetAsideWebsites(() => now);
    const round = () => foldPending(database, { minEvents: 1, setAside });
    await record(event());
    const tried: number[] = [];
    await whileBroken('website_id = 1', async () => {
      for (; now < 80_000; now += 1_000) if ((await round()).failed.length > 0) tried.push(now / 1_000);
    });
    expect(tried).toEqual([0, 10, 30, 70]);
    expect([setAside.all(), await pendingOf(1)]).toEqual([[1], 1]);
    expect(await round()).toMatchObject({ events: 0, failed: [] });
    now += 80_000;
    expect(await round()).toMatchObject({ events: 1, failed: [] });
    expect([setAside.all(), await pendingOf(1)]).toEqual([[], 0]);
    expect(await countsOf(1)).toMatchObject({ views: 1 });
  });

  test('do not make the backlog of the others look old', async () => {
    await record(event(), event({ website_id: 2 }));
    await database.sql`update pending_events set recorded_at = now() - interval '1 hour' where website_id = 1`;
    expect((await readBacklog(database)).ageMs).toBeGreaterThan(3_000_000);
    const { events, ageMs } = await readBacklog(database, { except: [trustedWebsiteId(1)] });
    expect(events).toBe(2);
    expect(ageMs).toBeLessThan(3_000_000);
  });

  test('are not to blame if the database does not answer: the round fails', async () => {
    await record(event());
    const setAside = new SetAsideWebsites();
    const gone = { ...database, ping: () => Promise.reject(new Error('gone')) };
    await whileBroken('website_id = 1', async () => {
      await expect(foldPending(gone, { minEvents: 1, setAside })).rejects.toThrow('broken');
    });
    expect(setAside.all()).toEqual([]);
  });
});

describe('the largest events', () => {
  const products = (revenue: number, count = 1) =>
    Array.from({ length: count }, () => ({
      value: 'x',
      selections: 1_000_000_000 / count,
      orders: 0,
      revenue,
    }));

  test('are accepted and folded, whatever they add up to', async () => {
    const largest = { type: 'order', element_id: 1000, revenue: 1e12, products: products(1e12) };
    await record(event(largest));
    // As if a million of them had been folded before.
    expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ events: 1, failed: [] });
    await database.sql`update rollups set revenue = 999999999999999999.99`;
    await database.sql`update element_products set revenue = 999999999999999999.99`;
    await record(event(largest));
    expect(await foldPending(database, { minEvents: 1 })).toMatchObject({ events: 1, failed: [] });
    const [row] = await database.sql<{ revenue: string }[]>`
      select revenue::text from rollups where level = 'website' and grain = 'day'`;
    expect(row?.revenue).toBe('1000000999999999999.99');
  });

  test('have products that add up to no more than one of them may have', async () => {
    const refusal = async (rows: object[]) =>
      (await record(event({ type: 'order', element_id: 1000, products: rows }))).refused.map(
        ({ code, reason }) => `${code}: ${reason}`,
      );
    expect(await refusal(products(5e11, 2))).toEqual([]);
    expect(await refusal(products(5e11 + 0.01, 2))).toEqual([
      'invalid_event: products must have a sum of revenue of at most 1000000000000',
    ]);
    expect(await refusal([...products(0), ...products(0)])).toEqual([
      'invalid_event: products must have a sum of selections of at most 1000000000',
    ]);
  });

  test('are folded in transactions of bounded size', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => ({ value: `${n} ${'x'.repeat(190)}`, selections: 1 }));
    await record(...many(150, { products: rows }));
    const seen: string[] = [];
    const ended = () => {};
    observeDatabase({
      statement: (name) => (seen.push(name), ended),
      transaction: () => ({ begun: ended, ended }),
    });
    const folded = await foldPending(database, { minEvents: 1 });
    observeDatabase(undefined);
    expect(folded).toMatchObject({ websites: 1, events: 150 });
    // 150 events of some 50 KB each, 4 MiB at a time.
    expect(seen.filter((name) => name === 'take-pending')).toHaveLength(2);
    const [sum] = await database.sql<{ selections: number }[]>`
      select sum(selections)::int as selections from element_products where grain = 'day'`;
    expect(sum?.selections).toBe(150 * 200);
  });
});

describe('a report', () => {
  test('counts an event that was recorded earlier but committed later', async () => {
    await record(event());
    expect(await countsOf(1)).toMatchObject({ views: 1 });
    let commit = () => {};
    const early = database.sql.begin(async (transaction) => {
      await transaction`
        insert into pending_events (website_id, day, type, visitor) values (1, '2026-11-10', 'view', 11)`;
      await new Promise<void>((resolve) => (commit = resolve));
    });
    while (
      (await database.sql`select 1 from pg_stat_activity where state = 'idle in transaction'`).length === 0
    )
      await sleep(5);
    await record(event());
    expect(await countsOf(1)).toMatchObject({ views: 2 });
    const before = await versionOf(1);
    commit();
    await early;
    expect(await countsOf(1)).toMatchObject({ views: 3 });
    expect(await versionOf(1)).not.toBe(before);
    await record(event());
    expect(await countsOf(1)).toMatchObject({ views: 4 });
  });

  test('keeps to its snapshot, whatever later reports have read meanwhile', async () => {
    await record(event());
    await inReadTransaction(database, [], async (connection) => {
      expect(await countsOf(1, connection)).toMatchObject({ views: 1 });
      await record(event());
      expect(await countsOf(1)).toMatchObject({ views: 2 });
      expect(await countsOf(1, connection)).toMatchObject({ views: 1 });
      await foldPending(database, { minEvents: 1 });
      await record(event());
      expect(await countsOf(1)).toMatchObject({ views: 3 });
      expect(await countsOf(1, connection)).toMatchObject({ views: 1 });
    });
    expect(await countsOf(1)).toMatchObject({ views: 3 });
  });

  test('has a version that changes with every batch and every fold, and not otherwise', async () => {
    const versions = [await versionOf(1)];
    const note = async () => void versions.push(await versionOf(1));
    await record(event());
    await note();
    await record(event());
    await note();
    await foldPending(database, { minEvents: 1 });
    await note();
    await record(event());
    await note();
    expect(new Set(versions).size).toBe(versions.length);
    expect(await versionOf(1)).toBe(versions.at(-1));
    await record(event({ website_id: 2 }));
    expect(await versionOf(1)).toBe(versions.at(-1));
  });
});

test('events of other websites than the given ones are rejected, whether or not they exist', async () => {
  const events = [event(), event({ website_id: 2 }), event({ website_id: 77 })];
  const result = await recordEvents(database, events, { now: NOW, websiteIds: [trustedWebsiteId(1)] });
  expect(result).toEqual({
    recorded: 1,
    repeated: 0,
    refused: [2, 77].map((id, index) => ({
      index: index + 1,
      code: 'foreign_website',
      reason: `website_id: this token may not write to website ${id}`,
    })),
  });
  expect(await countsOf(2)).toMatchObject({ views: 0 });
});
