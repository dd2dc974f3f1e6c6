import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { foldPending, importCatalog, readBacklog, recordEvents } from '../src/index.ts';
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
    expect(await foldPending(database, { minEvents: 4, maxAgeMs: NOT_BY_AGE })).toEqual({
      websites: 0,
      events: 0,
    });
    expect(await foldPending(database, { minEvents: 3, maxAgeMs: NOT_BY_AGE })).toEqual({
      websites: 1,
      events: 3,
    });
    expect(await readBacklog(database)).toMatchObject({ events: 1 });
    await sleep(20);
    expect(await foldPending(database, { maxAgeMs: 10 })).toEqual({ websites: 1, events: 1 });
    expect(await readBacklog(database)).toEqual({ events: 0, ageMs: 0 });
  });

  test('that fails changes nothing', async () => {
    await record(...many(5), event({ type: 'order', revenue: 3 }));
    await database.sql.unsafe('alter table rollups add constraint no_orders check (orders = 0)');
    await expect(foldPending(database, { minEvents: 1 })).rejects.toThrow('no_orders');
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
    expect(await foldPending(worker, { minEvents: 1 })).toEqual({ websites: 1, events: 300 });
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from rollups where website_id = 1`;
    expect(row?.count).toBeGreaterThan(1_000);
  });

  test('leaves a website to the process that is folding it', async () => {
    await record(...many(3));
    await database.sql.begin(async (other) => {
      await other`select pg_advisory_xact_lock(7203115, 1)`;
      expect(await foldPending(database, { minEvents: 1 })).toEqual({ websites: 0, events: 0 });
    });
    expect(await foldPending(database, { minEvents: 1 })).toEqual({ websites: 1, events: 3 });
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

test('a website that cannot be folded does not hold up the others', async () => {
  await record(event());
  await record(event({ website_id: 2 }));
  await database.sql.unsafe(`alter table rollups add constraint broken check (website_id <> 1) not valid`);
  try {
    await expect(foldPending(database, { minEvents: 1 })).rejects.toThrow('broken');
  } finally {
    await database.sql.unsafe(`alter table rollups drop constraint broken`);
  }
  const pending = await database.sql`select website_id from pending_events`;
  expect(pending.map(({ website_id }) => Number(website_id))).toEqual([1]);
  expect(await countsOf(1)).toMatchObject({ views: 1 });
  expect(await countsOf(2)).toMatchObject({ views: 1 });
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
