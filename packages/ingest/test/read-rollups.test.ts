import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  type CountType,
  EVENT_TYPES,
  LEVELS,
  type Level,
  type Window,
  ZERO_COUNTS,
  parseDay,
  previousWindow,
  seriesBuckets,
  type StoredMetric,
  trustedWebsiteId,
} from '@funnel/domain';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '../src/index.ts';
import { importTwoWebsites } from './support/catalog.ts';
import { NOW } from './support/events.ts';
import { read, readWindows } from './support/read.ts';
import { type RawEvent, createRecount } from './support/recount.ts';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
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
  // In batches of different sizes, which must not affect the results.
  for (let from = 0, size = 1; from < events.length; from += size, size = (size * 3) % 701) {
    await recordEvents(database, events.slice(from, from + size), { now: NOW });
    await foldPending(database, { minEvents: 1 });
  }
});
afterAll(() => testDatabase.drop());

/** A few returning visitors over two years, on all levels. */
function randomEvents(): RawEvent[] {
  const visitors = Array.from({ length: 150 }, newVisitorToken);
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

const windowsOf = (
  websiteId: number,
  level: Level,
  subject: number,
  windows: readonly Window[],
  distinct: boolean,
) =>
  readWindows(database.sql, {
    websiteId,
    level,
    subject,
    windows,
    countType: distinct ? 'distinct' : 'total',
  });

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

test('every window of every subject matches a recount of the raw events, distinct and total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      fc.constantFrom(...LEVELS),
      fc.nat(1),
      fc.array(windowArbitrary, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (websiteId, level, which, windows, distinct) => {
        const base = subjectOf[level][which % subjectOf[level].length] ?? 0;
        // The ids of website 2 start one campaign later.
        const shift = { website: 1, campaign: 1, variant: 10, step: 100, element: 1000 }[level];
        const subject = level === 'website' ? websiteId : base + (websiteId - 1) * shift;
        const answers = await windowsOf(websiteId, level, subject, windows, distinct);
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

test('reads all subjects of a level, and nothing of another website', async () => {
  const window = { start: FIRST_DAY, end: LAST_DAY };
  const subjects = [{ level: 'campaign' as const, ids: 'all' as const }];
  const metrics = await read(database.sql, { window, subjects, countType: 'total' });
  expect(metrics.active('campaign').toSorted((a, b) => a - b)).toEqual([1, 3]);
  for (const subject of metrics.active('campaign')) {
    const query = { websiteId: 1, level: 'campaign' as const, subject, window, distinct: false };
    const { views } = await recount.count(query);
    expect(metrics.of('campaign', subject).current.views).toBe(Number(views));
  }
});

test('reads several websites, each with its own counts', async () => {
  const window = { start: FIRST_DAY, end: LAST_DAY };
  const subjects = [{ level: 'website' as const, ids: 'all' as const }];
  const metrics = await read(database.sql, { websiteIds: [1, 2], window, subjects });
  for (const websiteId of [1, 2]) {
    const query = { websiteId, level: 'website' as const, subject: websiteId, window, distinct: true };
    const { views } = await recount.count(query);
    expect(Number(views)).toBeGreaterThan(0);
    expect(metrics.of('website', websiteId, trustedWebsiteId(websiteId)).current.views).toBe(Number(views));
  }
});

test('with count_type total the points of a series add up to the window, for every grouping', async () => {
  const window = { start: FIRST_DAY + 13, end: LAST_DAY - 17 };
  for (const grain of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    const points = await windowsOf(
      1,
      'website',
      1,
      seriesBuckets(window, grain).map((bucket) => bucket.window),
      false,
    );
    const [whole] = await windowsOf(1, 'website', 1, [window], false);
    expect(points.reduce((sum, counts) => sum + counts.views, 0)).toBe(whole?.views);
    expect(points.reduce((sum, counts) => sum + counts.revenueCents, 0n)).toBe(whole?.revenueCents);
  }
});

test('reads only the metrics that are asked for', async () => {
  const countsOf = async (countType: CountType, metrics?: StoredMetric[]) => {
    const subjects = [{ level: 'website' as const, ids: [1] }];
    const options = { window: { start: FIRST_DAY, end: LAST_DAY }, subjects, countType };
    const found = await read(database.sql, { ...options, ...(metrics && { metrics }) });
    return found.of('website', 1).current;
  };
  const [total, distinct] = [await countsOf('total'), await countsOf('distinct')];
  expect(await countsOf('distinct', ['views'])).toEqual({ ...ZERO_COUNTS, views: distinct.views });
  expect(await countsOf('total', ['revenue'])).toEqual({
    ...ZERO_COUNTS,
    revenueCents: total.revenueCents,
  });
  expect(distinct.views).toBeLessThan(total.views);
});

test('the widest possible range and its previous period can be read', async () => {
  const widest = { start: parseDay('1970-01-01') ?? 0, end: parseDay('9999-12-31') ?? 0 };
  const [whole, before] = await windowsOf(1, 'website', 1, [widest, previousWindow(widest)], true);
  const [all] = await windowsOf(1, 'website', 1, [{ start: FIRST_DAY, end: LAST_DAY }], true);
  expect(whole).toEqual(all);
  expect(before).toEqual(ZERO_COUNTS);
});

test('answers follow the events, also those that were asked for before', async () => {
  const windows = [
    { start: LAST_DAY - 29, end: LAST_DAY },
    { start: LAST_DAY - 364, end: LAST_DAY },
    { start: FIRST_DAY, end: LAST_DAY },
  ];
  const subject = { websiteId: 1, level: 'campaign' as const, subject: 1 };
  for (const age of [0, 3, 40, 400, 0]) {
    const events = ['view', 'view', 'conversion'].map((type) => ({
      event_id: randomUUID(),
      type,
      website_id: 1,
      campaign_id: 1,
      variant_id: null,
      step_id: null,
      element_id: null,
      visitor_token: newVisitorToken(),
      occurred_at: new Date((LAST_DAY - age) * 86_400_000).toISOString(),
      revenue: null,
    }));
    await recount.add(events);
    await recordEvents(database, events, { now: NOW });
    await foldPending(database, { minEvents: 1 });
    for (let times = 0; times < 2; times++) {
      const answers = await windowsOf(1, 'campaign', 1, windows, true);
      for (const [slot, window] of windows.entries()) {
        const { views, conversions } = await recount.count({ ...subject, window, distinct: true });
        expect(answers[slot]).toMatchObject({ views: Number(views), conversions: Number(conversions) });
      }
    }
  }
});
