import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@funnel/db';
import { declaredStatements } from '@funnel/db/sql';
import { DamagedSketchError, formatDay, type Level, LEVELS, parseDay } from '@funnel/domain';
import {
  createTestDatabase,
  isOnCitus,
  newVisitorToken,
  type TestDatabase,
  until,
  watchStatements,
} from '@funnel/testing';
import { foldPending, ingest, packRollups, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { read } from './support/read.ts';
import { countReferences, resolvedSketches, storedSketches } from './support/stored-sketches.ts';

/** All of its buckets ended long ago. */
const DAY = '2025-03-12';
const NEXT_DAY = '2025-03-13';
const WEEK = { start: parseDay('2025-03-10') ?? 0, end: parseDay('2025-03-16') ?? 0 };
const TWO_DAYS = { start: parseDay(DAY) ?? 0, end: parseDay(NEXT_DAY) ?? 0 };
const PERMISSION_DENIED = '42501';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql.unsafe(
    `truncate rollups, event_ledger, pending_events, element_fields, element_products;
     update packing set begins_on = '2020-01-01'`,
  );
});

const at = (day: string, overrides: object = {}) => event({ occurred_at: `${day}T09:30:00Z`, ...overrides });
const tokens = (count: number) => Array.from({ length: count }, () => newVisitorToken());

async function add(...events: object[]): Promise<void> {
  const { refused } = await recordEvents(database, events, { now: NOW });
  expect(refused).toEqual([]);
  while ((await foldPending(database, { minEvents: 1 })).events > 0);
}

async function load(events: object[]): Promise<void> {
  const lines = Readable.from(events.map((each) => Buffer.from(`${JSON.stringify(each)}\n`)));
  const onRefused = async (refused: unknown) => expect(refused).toEqual([]);
  await ingest(database, lines, { now: () => NOW, onRefused });
}

/** Visitors of one element on a day: all levels have the same ones. */
const visits = (day: string, count: number, overrides: object = {}) =>
  tokens(count).flatMap((visitor_token) =>
    ['view', 'conversion'].map((type) => at(day, { type, element_id: 1000, visitor_token, ...overrides })),
  );

/** Of a process that remembers nothing. */
async function countsOf(level: Level, id: number, window = WEEK, as = testDatabase.url) {
  const reader = openDatabase({ url: as, applicationName: 'reader', maxConnections: 1 });
  try {
    return await reader.sql.begin(async (transaction) => {
      await transaction`select set_config('funnel.websites', '{1}', true)`;
      const metrics = await read(transaction, { window, subjects: [{ level, ids: [id] }] });
      return metrics.of(level, id).current;
    });
  } finally {
    await reader.close();
  }
}

const textsOf = async (metric: string, bucket = `d ${DAY}`) =>
  Object.fromEntries(
    (await storedSketches(database))
      .filter((sketch) => sketch.metric === metric && sketch.bucket === bucket)
      .map(({ level, subject, text }) => [`${level} ${subject}`, text]),
  );

describe('packing', () => {
  test('replaces a sketch that equals one above it by a reference to the highest, metric by metric', async () => {
    await add(
      ...visits(DAY, 10),
      // The other campaign has views, but no conversions.
      ...tokens(9).map((visitor_token) => at(DAY, { campaign_id: 3, visitor_token })),
    );
    const before = await textsOf('views');
    const [row] = await database.sql<{ revision: string }[]>`select distinct revision from rollups`;
    const revision = String(row?.revision);
    expect(await packRollups(database)).toMatchObject({ websites: 1, buckets: 5, failed: [], unasked: [] });
    const website = String(before['w 1']);
    const campaign = String(before['c 1']);
    expect(website).not.toBe(campaign);
    expect(await textsOf('views')).toEqual({
      'w 1': website,
      'c 1': campaign,
      'c 3': before['c 3'],
      'v 10': `AAAAc1.${revision}`,
      's 100': `AAAAc1.${revision}`,
    });
    const conversions = await textsOf('conversions');
    const reference = `AAAAw1.${revision}`;
    expect(conversions).toEqual({
      'w 1': expect.stringMatching(/^E/),
      ...Object.fromEntries(['c 1', 'v 10', 's 100', 'e 1000'].map((subject) => [subject, reference])),
    });
  });

  test('changes no count, no estimate and no revision, and is done once', async () => {
    await add(...visits(DAY, 20), ...visits(NEXT_DAY, 10));
    const rows = () =>
      database.sql`
        select website_id, level, grain, bucket::text, subject_id, views, conversions, views_visitors, conversions_visitors, revision
        from rollups order by 1, 2, 3, 4, 5`;
    const before = await rows();
    expect((await packRollups(database)).buckets).toBeGreaterThan(0);
    expect(await rows()).toEqual(before);
    expect(await packRollups(database)).toMatchObject({ websites: 0, buckets: 0 });
  });

  test('leaves sketches that are as short as a reference, and buckets that ended less than two days ago', async () => {
    const [today] = await database.sql<{ day: string }[]>`select now()::date::text as day`;
    const daysAgo = (days: number) => formatDay((parseDay(today?.day ?? '') ?? 0) - days);
    const days = [0, 1, 2, 3, 4].map(daysAgo);
    const now = new Date(`${days[0]}T23:59:59Z`);
    const events = days.flatMap((day) => visits(day, 10)).concat(visits(DAY, 3));
    expect(await recordEvents(database, events, { now })).toMatchObject({ refused: [] });
    await foldPending(database, { minEvents: 1 });
    await packRollups(database);
    const packed = await database.sql<{ bucket: string }[]>`
      select bucket::text from rollups where level = 'website' and grain = 'day' and packed order by 1`;
    expect(packed.map(({ bucket }) => bucket)).toEqual([DAY, daysAgo(4), daysAgo(3)]);
    for (const text of Object.values(await textsOf('views'))) expect(text).toMatch(/^E.{11,34}$/);
  });

  test('does nothing before its day, so that the version before can read everything', async () => {
    await add(...visits(DAY, 10));
    await database.sql`update packing set begins_on = now()::date + 1`;
    expect(await packRollups(database)).toMatchObject({ buckets: 0 });
    expect(await countReferences(database)).toBe(0);
    await database.sql`update packing set begins_on = now()::date`;
    expect(await packRollups(database)).toMatchObject({ buckets: 5 });
  });

  test('leaves a website to the process that writes it, and does not wait for it', async () => {
    await add(...visits(DAY, 10));
    await database.sql.begin(async (other) => {
      await other`select pg_advisory_xact_lock(7203115, 1)`;
      expect(await packRollups(database)).toMatchObject({ buckets: 0 });
    });
    expect(await packRollups(database)).toMatchObject({ buckets: 5 });
  });

  test('packs many buckets in several transactions, and stops between them', async () => {
    const days = Array.from({ length: 100 }, (_, day) => formatDay((parseDay(DAY) ?? 0) - day));
    await add(...days.flatMap((day) => visits(day, 8)));
    const unpacked = async () =>
      (await database.sql`select 1 from rollups where level = 'website' and not packed`).length;
    const all = await unpacked();
    const stopped = new AbortController();
    // Inside of the first transaction, however fast the machine is.
    const watched = watchStatements(database, (text) => {
      if (text.includes('set packed = true')) stopped.abort();
    });
    const { buckets } = await packRollups(watched, stopped.signal);
    expect(buckets).toBe(48);
    expect(await unpacked()).toBe(all - 48);
    await packRollups(database);
    expect(await unpacked()).toBe(0);
  });

  test('reports read the same numbers of packed buckets, of all levels', async () => {
    await add(...visits(DAY, 30), ...visits(NEXT_DAY, 20), ...visits(DAY, 7, { element_id: 3111 }));
    const subjects = { website: 1, campaign: 1, variant: 10, step: 100, element: 1000 };
    const all = () =>
      Promise.all(LEVELS.map(async (level) => [level, await countsOf(level, subjects[level], TWO_DAYS)]));
    const before = await all();
    await packRollups(database);
    expect(await countReferences(database)).toBeGreaterThan(0);
    expect(await all()).toEqual(before);
  });
});

describe('events for a packed bucket', () => {
  test('are added to sketches, and the next round packs the bucket again', async () => {
    await add(...visits(DAY, 10));
    await packRollups(database);
    const references = await countReferences(database);
    await add(...visits(DAY, 3));
    expect(await countReferences(database)).toBe(0);
    expect(await countsOf('element', 1000)).toMatchObject({ conversions: 13 });
    expect(await packRollups(database)).toMatchObject({ buckets: 5 });
    expect(await countReferences(database)).toBe(references);
    expect(await countsOf('step', 100)).toMatchObject({ views: 13, conversions: 13 });
  });

  test('of another campaign change nothing of one that refers to the website', async () => {
    await add(...visits(DAY, 10));
    const before = await resolvedSketches(database);
    await packRollups(database);
    await add(at(DAY, { campaign_id: 3 }));
    expect(await countsOf('campaign', 1)).toMatchObject({ views: 10 });
    expect(await countsOf('website', 1)).toMatchObject({ views: 11 });
    const after = await resolvedSketches(database);
    for (const [place, text] of before)
      if (!place.includes(' w ')) expect([place, after.get(place)]).toEqual([place, text]);
  });

  test('leave other buckets packed', async () => {
    await add(...visits(DAY, 10), ...visits('2024-05-05', 10));
    await packRollups(database);
    await add(at(DAY));
    const packed = await database.sql`select 1 from rollups where level = 'website' and packed`;
    expect(packed).toHaveLength(5);
  });

  test('can come in a file with so many days that new ones are copied', async () => {
    await add(...visits(DAY, 10));
    await packRollups(database);
    const days = Array.from({ length: 300 }, (_, day) => formatDay((parseDay(DAY) ?? 0) + day));
    await load(days.flatMap((day) => visits(day, 2)));
    expect(await countReferences(database)).toBe(0);
    expect(await countsOf('element', 1000, TWO_DAYS)).toMatchObject({ conversions: 14 });
  });
});

describe('a version that does not know references', () => {
  beforeEach(async () => {
    await add(...visits(DAY, 10), ...visits(NEXT_DAY, 10));
    await packRollups(database);
    // It unpacks nothing.
    await database.sql`update rollups set packed = false where level = 'website'`;
  });

  test('fails when it adds to one', async () => {
    await recordEvents(database, [at(DAY, { type: 'conversion', element_id: 1000 })], { now: NOW });
    const { failed } = await foldPending(database, { minEvents: 1 });
    expect(failed).toMatchObject([{ websiteId: 1, cause: expect.any(DamagedSketchError) }]);
  });

  test('makes it an error, never a wrong number, when it changes the sketch that it leads to', async () => {
    await add(at(DAY, { campaign_id: 3 }));
    await expect(countsOf('campaign', 1, TWO_DAYS)).rejects.toThrow(DamagedSketchError);
    // Also after the bucket is packed and unpacked again. What it did not touch is as before.
    await packRollups(database);
    await add(at(DAY, { campaign_id: 3 }));
    await expect(countsOf('campaign', 1, TWO_DAYS)).rejects.toThrow(DamagedSketchError);
    expect(await countsOf('website', 1, TWO_DAYS)).toMatchObject({ views: 22 });
    expect(await countsOf('campaign', 3, TWO_DAYS)).toMatchObject({ views: 2 });
  });
});

describe('the roles of the services', () => {
  test('the worker packs and unpacks, and reports resolve references, under row-level security', async () => {
    await add(...visits(DAY, 10), ...visits(NEXT_DAY, 10));
    const worker = testDatabase.openAs('insights-worker');
    expect(await packRollups(worker)).toMatchObject({ websites: 1, failed: [] });
    expect(await countReferences(database)).toBeGreaterThan(0);
    for (const service of ['rest-api', 'mcp-server', 'insights-worker'] as const)
      expect(await countsOf('element', 1000, TWO_DAYS, testDatabase.urlOf(service))).toMatchObject({
        conversions: 20,
      });
    await recordEvents(database, visits(DAY, 1), { now: NOW });
    expect(await foldPending(worker, { minEvents: 1 })).toMatchObject({ events: 2, failed: [] });
    expect(await countsOf('element', 1000, TWO_DAYS, testDatabase.urlOf('rest-api'))).toMatchObject({
      conversions: 21,
    });
    const packing = packRollups(testDatabase.openAs('rest-api'));
    await expect(packing).rejects.toMatchObject({ code: PERMISSION_DENIED });
  });
});

// Citus does not show the plans and the waiting of its workers.
const testHere = isOnCitus ? test.skip : test;

testHere('references are looked up by the whole key of the rollups, under row-level security', async () => {
  const text = declaredStatements().find(({ file }) => file.endsWith('/read-sketches.sql'))?.text ?? '';
  const { sql } = testDatabase.openAs('rest-api');
  const plan = await sql.begin(async (transaction) => {
    await transaction`select set_config('funnel.websites', '{1}', true)`;
    const parameters = ['{1}', '{0}', '{step}', '{day}', `{${DAY}}`, '{1}', '{9}', 31];
    return transaction.unsafe(`explain (costs off) ${text}`, parameters);
  });
  const conditions = plan
    .map((row) => String(row['QUERY PLAN']))
    .filter((line) => line.includes('Index Cond'));
  // The rows, and the references of five metrics.
  expect(conditions).toHaveLength(6);
  for (const condition of conditions)
    for (const column of ['website_id', 'level', 'grain', 'bucket', 'subject_id'])
      expect(condition).toContain(column);
});

testHere('packing that is killed in the middle changes nothing, and can be done again', async () => {
  await add(...visits(DAY, 10), ...visits(NEXT_DAY, 10));
  const before = await storedSketches(database);
  const packer = openDatabase({ url: testDatabase.url, applicationName: 'packer', maxConnections: 1 });
  const holder = await database.sql.reserve();
  try {
    await holder`begin`;
    // It has changed some rows, and waits for this one.
    await holder`select from rollups where level = 'element' and grain = 'year' for update`;
    const packing = packRollups(packer);
    packing.catch(() => {});
    await until(async () => {
      const killed = await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'packer' and wait_event_type = 'Lock'`;
      expect(killed).toHaveLength(1);
    });
    await packing.catch(() => {});
    expect(await storedSketches(database)).toEqual(before);
  } finally {
    await holder`rollback`;
    holder.release();
    await packer.close();
  }
  expect(await packRollups(database)).toMatchObject({ failed: [] });
  expect(await countReferences(database)).toBeGreaterThan(0);
});

test('packing, folding and loading at the same time lose nothing', async () => {
  const writing = new AbortController();
  const packers = Array.from({ length: 2 }, (_, n) =>
    openDatabase({ url: testDatabase.url, applicationName: `packer-${n}`, maxConnections: 1 }),
  );
  const again = async (work: () => Promise<unknown>) => {
    while (!writing.signal.aborted) await work();
  };
  let packed = 0;
  const pack = async (packer: Database) => {
    const { buckets, failed } = await packRollups(packer);
    expect(failed).toEqual([]);
    packed += buckets;
  };
  const background = [
    ...packers.map((packer) => again(() => pack(packer))),
    again(() => foldPending(database, { minEvents: 1 })),
  ];
  const days = Array.from({ length: 5 }, (_, day) => formatDay((parseDay(DAY) ?? 0) + day));
  for (let round = 0; round < 20; round++) {
    const events = days.flatMap((day) => visits(day, 2, { element_id: round % 3 === 0 ? 3111 : 1000 }));
    if (round % 4 === 0) await load(events);
    else await recordEvents(database, events, { now: NOW });
  }
  await until(async () => expect(packed).toBeGreaterThan(0));
  writing.abort();
  await Promise.all(background);
  await Promise.all(packers.map((packer) => packer.close()));
  while ((await foldPending(database, { minEvents: 1 })).events > 0);
  await packRollups(database);
  await resolvedSketches(database);
  expect(await countsOf('website', 1)).toMatchObject({ views: 200, conversions: 200 });
  expect(await countsOf('element', 3111)).toMatchObject({ conversions: 70 });
  expect(await countsOf('step', 100)).toMatchObject({ views: 130, conversions: 130 });
});
