import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@funnel/db';
import { Chance, createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { foldPending, importCatalog, ingest, packRollups, recordEvents } from '../src/index.ts';
import { sideBySide } from '../src/rollups/side-by-side.ts';
import { encryptionKey } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { recountRollups, type SmallEvent, storedRollups } from './support/recount-rollups.ts';
import { countReferences } from './support/stored-sketches.ts';

const WEBSITES = 60;
const DAYS = ['2024-12-30', '2025-03-31', '2025-04-01', '2026-11-09', '2026-11-13'];
const TYPES = ['view', 'view', 'conversion', 'completion', 'submission', 'subscribe', 'order'];
/** With so many events in a batch, rows of new buckets are copied. */
const BATCH_EVENTS = 1_500;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // As few as the command: what a failed transaction sends too late would reach one that is used again.
  database = openDatabase({ url: testDatabase.url, applicationName: 'many-websites', maxConnections: 2 });
  const ids = Array.from({ length: WEBSITES }, (_, n) => n + 1);
  const catalog = {
    accounts: [{ id: 1, name: 'Platform' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
    campaigns: ids.map((id) => ({ id, website_id: id, name: `Campaign ${id}`, cta_type: 'bar' })),
  };
  await importCatalog(database, catalog, { encryptionKey, now: NOW });
  await database.sql`update packing set begins_on = '2020-01-01'`;
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => database.sql.unsafe('truncate rollups, event_ledger, pending_events'));

const load = (events: readonly SmallEvent[]) =>
  ingest(database, Readable.from(events.map((each) => Buffer.from(`${JSON.stringify(each)}\n`))), {
    now: () => NOW,
    batchEvents: BATCH_EVENTS,
    onRefused: async (refused) => expect(refused).toEqual([]),
  });

/** A few websites have most of them, and many have none in a batch. */
function someEvents(count: number): SmallEvent[] {
  const chance = new Chance(count);
  const visitors = Array.from({ length: 300 }, newVisitorToken);
  const oneOf = <Item>(items: readonly Item[]) => items[chance.whole(0, items.length - 1)] as Item;
  return Array.from({ length: count }, () => {
    const website = 1 + Math.floor(WEBSITES * chance.unit() ** 3);
    const type = oneOf(TYPES);
    const fields = {
      type,
      website_id: website,
      visitor_token: oneOf(visitors),
      occurred_at: `${oneOf(DAYS)}T10:00:00Z`,
    };
    const more = {
      ...(chance.unit() < 0.8 && { campaign_id: website }),
      ...(type === 'order' && { revenue: chance.whole(0, 9_999) / 100 }),
    };
    return event({ ...fields, ...more }) as unknown as SmallEvent;
  });
}

test('small websites of a file are counted exactly, also where rows exist, are packed, or belong to the batch before', async () => {
  const events = someEvents(6_000);
  const [early, file] = [events.slice(0, 400), events.slice(400)];
  await recordEvents(database, early, { now: NOW });
  while ((await foldPending(database, { minEvents: 1 })).events > 0);
  expect((await packRollups(database)).failed).toEqual([]);
  expect(await countReferences(database)).toBeGreaterThan(0);

  const summary = await load([...file, ...file.slice(0, 100), ...early.slice(0, 50)]);
  expect(summary).toEqual({ read: 5_750, new: 5_600, repeated: 150, refused: 0 });
  expect(await storedRollups(database)).toEqual(recountRollups(events));
});

test('if one website cannot be written, none is, and nothing is written afterwards', async () => {
  const events = someEvents(3_000);
  await database.sql.unsafe('alter table rollups add constraint not_30 check (website_id <> 30)');
  try {
    await expect(load(events)).rejects.toThrow('not_30');
    const [left] = await database.sql<{ rows: number }[]>`
      select (select count(*) from rollups)::int + (select count(*) from event_ledger)::int as rows`;
    expect(left?.rows).toBe(0);
  } finally {
    await database.sql.unsafe('alter table rollups drop constraint not_30');
  }
  expect(await load(events)).toMatchObject({ new: 3_000 });
  expect(await storedRollups(database)).toEqual(recountRollups(events));
});

test('work side by side ends before its first failure is reported, and begins nothing after it', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = async (item: number) => {
    begun.push(item);
    for (let turn = 0; turn < item; turn++) await new Promise(setImmediate);
    ended.push(item);
    if (item >= 2) throw new Error(`${item} failed`);
  };
  await expect(sideBySide([5, 3, 2, 4, 1, 6], work)).rejects.toThrow('2 failed');
  expect([begun, ended]).toEqual([
    [5, 3, 2, 4],
    [2, 3, 4, 5],
  ]);
});
