import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  EVENT_TYPES,
  LEVELS,
  type Level,
  type Window,
  ZERO_COUNTS,
  coverWindow,
  parseDay,
  previousWindow,
  seriesBuckets,
} from '@funnel/domain';
import { type Database, readRollups } from '@funnel/db';
import { recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { NOW } from './support/events.ts';
import { type RawEvent, createRecount } from './support/recount.ts';
import { type TestDatabase, createTestDatabase } from '@funnel/testing';
import fc from 'fast-check';

const FIRST_DAY = parseDay('2024-12-20') ?? 0;
const LAST_DAY = parseDay('2026-11-13') ?? 0;
const EVENTS = 3_000;

let testDatabase: TestDatabase;
let database: Database;
let recount: Awaited<ReturnType<typeof createRecount>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
  recount = await createRecount(database);
  const events = randomEvents();
  await recount.add(events);
  // In batches of uneven size: the answers must not depend on it.
  for (let from = 0, size = 1; from < events.length; from += size, size = (size * 3) % 701) {
    await recordEvents(database, events.slice(from, from + size), { now: NOW });
  }
});
afterAll(() => testDatabase.drop());

/** Few visitors, who come again, over two years and all levels. */
function randomEvents(): RawEvent[] {
  const visitors = Array.from({ length: 150 }, () => randomUUID());
  const chain = fc.record({
    website: fc.constantFrom(1, 2),
    second: fc.boolean(),
    depth: fc.integer({ min: 0, max: 4 }),
    variant: fc.integer({ min: 0, max: 1 }),
    step: fc.integer({ min: 0, max: 1 }),
    element: fc.integer({ min: 0, max: 1 }),
  });
  const arbitrary = fc.record({
    chain,
    type: fc.constantFrom(...EVENT_TYPES),
    visitor: fc.nat(visitors.length - 1),
    second: fc.integer({ min: FIRST_DAY * 86_400, max: LAST_DAY * 86_400 + 86_399 }),
    cents: fc.nat(100_000),
  });
  return fc
    .sample(arbitrary, { numRuns: EVENTS, seed: 20_261_114 })
    .map(({ chain: c, type, visitor, second, cents }) => {
      const campaign = c.website + (c.second ? 2 : 0);
      const variant = campaign * 10 + c.variant;
      const step = campaign * 100 + c.variant * 10 + c.step;
      const ids = [campaign, variant, step, campaign * 1000 + c.variant * 100 + c.step * 10 + c.element];
      const [campaign_id = null, variant_id = null, step_id = null, element_id = null] = ids.slice(
        0,
        c.depth,
      );
      return {
        event_id: randomUUID(),
        type,
        website_id: c.website,
        campaign_id,
        variant_id,
        step_id,
        element_id,
        visitor_token: visitors[visitor] ?? '',
        occurred_at: new Date(second * 1000).toISOString(),
        revenue: type === 'order' ? cents / 100 : null,
      };
    });
}

async function read(websiteId: number, level: Level, subject: number, windows: Window[], distinct: boolean) {
  const rows = await readRollups(database.sql, {
    websiteIds: [websiteId],
    reads: windows.map((window, slot) => ({ slot, level, subject, cover: coverWindow(window) })),
    countType: distinct ? 'distinct' : 'total',
  });
  return windows.map((_, slot) => rows.find((row) => row.slot === slot)?.counts ?? ZERO_COUNTS);
}

const subjectOf: Record<Level, number[]> = {
  website: [0],
  campaign: [1, 3],
  variant: [10, 31],
  step: [100, 311],
  element: [1000, 3111],
};
const windowArbitrary = fc
  .tuple(fc.integer({ min: FIRST_DAY - 20, max: LAST_DAY + 20 }), fc.integer({ min: 0, max: 720 }))
  .map(([start, days]): Window => ({ start, end: start + days }));

test('every window of every subject is what a recount of the raw events gives, distinct and total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      fc.constantFrom(...LEVELS),
      fc.nat(1),
      fc.array(windowArbitrary, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (websiteId, level, which, windows, distinct) => {
        const base = subjectOf[level][which % subjectOf[level].length] ?? 0;
        // Website 2 has the ids one campaign further on.
        const shift = { website: 1, campaign: 1, variant: 10, step: 100, element: 1000 }[level];
        const subject = level === 'website' ? websiteId : base + (websiteId - 1) * shift;
        const answers = await read(websiteId, level, subject, windows, distinct);
        for (const [slot, window] of windows.entries()) {
          const expected = await recount.count({ websiteId, level, subject, window, distinct });
          const counts = answers[slot] ?? ZERO_COUNTS;
          expect({ ...counts, revenueCents: Number(counts.revenueCents) }).toEqual({
            views: Number(expected['views']),
            conversions: Number(expected['conversions']),
            completions: Number(expected['completions']),
            submissions: Number(expected['submissions']),
            subscribes: Number(expected['subscribes']),
            orders: Number(expected['orders']),
            revenueCents: Math.round(Number(expected['revenue']) * 100),
          });
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('all subjects of a level are read at once, and nothing of another website', async () => {
  const window = { start: FIRST_DAY, end: LAST_DAY };
  const rows = await readRollups(database.sql, {
    websiteIds: [1],
    reads: [{ slot: 0, level: 'campaign', subject: 'all', cover: coverWindow(window) }],
    countType: 'total',
  });
  expect(rows.map((row) => `${row.websiteId}/${row.subjectId}`).toSorted()).toEqual(['1/1', '1/3']);
  for (const row of rows) {
    const expected = await recount.count({
      websiteId: 1,
      level: 'campaign',
      subject: row.subjectId,
      window,
      distinct: false,
    });
    expect(row.counts.views).toBe(Number(expected['views']));
  }
});

test('several websites are read together, each by itself', async () => {
  const window = { start: FIRST_DAY, end: LAST_DAY };
  const rows = await readRollups(database.sql, {
    websiteIds: [1, 2],
    reads: [1, 2].map((subject) => ({
      slot: 0,
      level: 'website' as const,
      subject,
      cover: coverWindow(window),
    })),
    countType: 'distinct',
  });
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    const expected = await recount.count({
      websiteId: row.websiteId,
      level: 'website',
      subject: row.websiteId,
      window,
      distinct: true,
    });
    expect(row.counts.views).toBe(Number(expected['views']));
  }
});

test('with total the points of a series add up to the window, for every grouping', async () => {
  const window = { start: FIRST_DAY + 13, end: LAST_DAY - 17 };
  for (const grain of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    const points = await read(
      1,
      'website',
      1,
      seriesBuckets(window, grain).map((bucket) => bucket.window),
      false,
    );
    const [whole] = await read(1, 'website', 1, [window], false);
    expect(points.reduce((sum, counts) => sum + counts.views, 0)).toBe(whole?.views);
    expect(points.reduce((sum, counts) => sum + counts.revenueCents, 0n)).toBe(whole?.revenueCents);
  }
});

test('only the metrics that are asked for are read', async () => {
  const query = {
    websiteIds: [1],
    reads: [
      {
        slot: 0,
        level: 'website' as const,
        subject: 1,
        cover: coverWindow({ start: FIRST_DAY, end: LAST_DAY }),
      },
    ],
  };
  const [onlyViews] = await readRollups(database.sql, {
    ...query,
    countType: 'distinct',
    metrics: ['views'],
  });
  const [total] = await readRollups(database.sql, { ...query, countType: 'total' });
  const [distinct] = await readRollups(database.sql, { ...query, countType: 'distinct' });
  expect(onlyViews?.counts.views).toBe(distinct?.counts.views);
  expect(onlyViews?.counts).toEqual({ ...ZERO_COUNTS, views: distinct?.counts.views });
  const [onlyRevenue] = await readRollups(database.sql, {
    ...query,
    countType: 'total',
    metrics: ['revenue'],
  });
  expect(onlyRevenue?.counts).toEqual({ ...ZERO_COUNTS, revenueCents: total?.counts.revenueCents });
  expect(distinct?.counts.views).toBeLessThan(total?.counts.views ?? 0);
});

test('the widest range there is, and the period before it, are read like any other', async () => {
  const widest = { start: parseDay('1970-01-01') ?? 0, end: parseDay('9999-12-31') ?? 0 };
  const [whole, before] = await read(1, 'website', 1, [widest, previousWindow(widest)], true);
  const [all] = await read(1, 'website', 1, [{ start: FIRST_DAY, end: LAST_DAY }], true);
  expect(whole).toEqual(all);
  expect(before).toEqual(ZERO_COUNTS);
});
