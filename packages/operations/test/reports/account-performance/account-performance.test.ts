import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type Body, ask, codeOf, type Query, refused } from '../../support/ask.ts';
import { importAll, NOW } from '../../support/catalog.ts';
import { uuid } from '../../support/events.ts';
import { insertFrozen, insertSnapshot } from '../../support/snapshots.ts';

const TOOL = 'get_account_performance';
const INSIGHTS_DAY = '2026-11-04';

let testDatabase: TestDatabase;
let database: Database;
let eventNumber = 0;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database);
});
afterEach(() => testDatabase.drop());

async function record(
  website_id: number,
  day: string,
  types: readonly string[],
  more: Query = {},
): Promise<void> {
  const events = types.map((type, index) => ({
    event_id: uuid(3, ++eventNumber),
    type,
    website_id,
    visitor_token: uuid(4, index),
    occurred_at: `${day}T08:00:00Z`,
    ...(type === 'order' ? more : {}),
  }));
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
}

const performanceOf = (raw: Query = {}, websiteIds?: number[]): Promise<Body> =>
  ask({ database, ...(websiteIds ? { websiteIds } : {}) }, TOOL, raw);
const rowOf = ({ data }: Body, id: number) => data.websites.find((row: Body) => row.id === id);

test('the aggregate adds up the rows, computes rates from the sums and does not convert currencies', async () => {
  await record(1, '2026-11-10', ['view', 'view', 'view', 'conversion', 'order'], { revenue: 10.1 });
  await record(2, '2026-11-11', ['view', 'conversion', 'subscribe', 'order', 'order'], { revenue: 20.2 });
  // A returning visitor counts once per website.
  await record(1, '2026-11-12', ['view']);
  const { data } = await performanceOf();
  expect(data.aggregate).toEqual({
    website_count: 3,
    viewers: 4,
    conversions: 2,
    conversion_rate: 50,
    subscribes: 1,
    subscribe_rate: 25,
    orders: 3,
    order_rate: 75,
    revenue: 50.5,
    aov: 16.83,
  });
  for (const name of ['viewers', 'conversions', 'subscribes', 'orders'])
    expect(data.websites.reduce((sum: number, row: Body) => sum + row[name], 0)).toBe(data.aggregate[name]);
});

test('sorts websites by revenue, highest first, then by id, lowest first', async () => {
  await record(3, '2026-11-10', ['order'], { revenue: 0.02 });
  await record(2, '2026-11-10', ['order'], { revenue: 0.01 });
  const ids = async (raw: Query = {}) => (await performanceOf(raw)).data.websites.map(({ id }: Body) => id);
  expect(await ids()).toEqual([3, 2, 1]);
  expect(await ids({ timeframe: 'today' })).toEqual([1, 2, 3]);
});

test('changes are in percent of the previous period, null if that was 0', async () => {
  await record(1, '2026-11-10', ['conversion', 'conversion', 'conversion', 'order'], { revenue: 5 });
  await record(1, '2026-10-10', ['conversion', 'conversion', 'order'], { revenue: 15 });
  await record(2, '2026-11-10', ['conversion', 'order'], { revenue: 5 });
  const body = await performanceOf();
  expect(rowOf(body, 1)).toMatchObject({ conversions_change: 50, revenue_change: -66.67 });
  expect(rowOf(body, 2)).toMatchObject({ conversions_change: null, revenue_change: null });
  expect(body.timeframe).toEqual({
    selected: 'last_30_days',
    label: 'Last 30 days',
    range_start: '2026-10-16T00:00:00Z',
    range_end: '2026-11-14T23:59:59Z',
    previous_range_start: '2026-09-16T00:00:00Z',
    previous_range_end: '2026-10-15T23:59:59Z',
  });
});

test('all_time starts with the first data of any website, or its created_at without data, and has no comparison', async () => {
  await record(1, '2026-03-03', ['view', 'conversion']);
  await record(2, '2026-02-02', ['view']);
  const range = async (websiteIds: number[]) =>
    (await performanceOf({ timeframe: 'all_time' }, websiteIds)).timeframe;
  expect(await range([1, 2])).toEqual({
    selected: 'all_time',
    label: 'All time',
    range_start: '2026-02-02T00:00:00Z',
    range_end: '2026-11-14T23:59:59Z',
    previous_range_start: null,
    previous_range_end: null,
  });
  expect((await range([1])).range_start).toBe('2026-03-03T00:00:00Z');
  expect((await range([1, 2, 3])).range_start).toBe('2024-07-08T00:00:00Z');
  const { data } = await performanceOf({ timeframe: 'all_time' });
  for (const row of data.websites) expect([row.conversions_change, row.revenue_change]).toEqual([null, null]);
});

test('labels a custom range with its dates', async () => {
  const raw = { timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-14' };
  expect((await performanceOf(raw)).timeframe.label).toBe('2026-11-01 to 2026-11-14');
});

test('ignores count_type, previous_period and group_by', async () => {
  await record(1, '2026-11-10', ['view', 'view']);
  await record(1, '2026-11-11', ['view', 'view']);
  const plain = await performanceOf();
  expect(await performanceOf({ count_type: 'x', previous_period: 'x', group_by: 'x' })).toEqual(plain);
  expect(plain.data.aggregate.viewers).toBe(2);
});

test('insights_week uses the newest snapshot of the requested websites, and current metrics for a website without one', async () => {
  await insertSnapshot(database, { websiteId: 1, week: '2026-11-02' });
  await insertFrozen(database, '2026-11-02', [
    {
      website_id: 1,
      level: 'website',
      subject_id: 1,
      views: 90,
      conversions: 9,
      orders: 2,
      revenue: '30.00',
    },
  ]);
  await insertSnapshot(database, { websiteId: 2, week: '2026-10-26' });
  await insertFrozen(database, '2026-10-26', [
    { website_id: 2, level: 'website', subject_id: 2, views: 70, conversions: 7 },
  ]);
  await record(1, INSIGHTS_DAY, ['view', 'view']);
  await record(2, INSIGHTS_DAY, ['view', 'view', 'view', 'conversion']);
  const body = await performanceOf({ timeframe: 'insights_week' });
  expect(body.timeframe).toEqual({
    selected: 'insights_week',
    label: 'Insights week',
    range_start: '2026-11-02T00:00:00Z',
    range_end: '2026-11-08T23:59:59Z',
    previous_range_start: null,
    previous_range_end: null,
  });
  expect(rowOf(body, 1)).toMatchObject({ viewers: 90, conversions: 9, orders: 2, revenue: 30, aov: 15 });
  expect(rowOf(body, 2)).toMatchObject({ viewers: 3, conversions: 1, conversions_change: null });
  expect(rowOf(body, 3)).toMatchObject({ viewers: 0, revenue: 0, revenue_change: null });
  expect(body.data.aggregate).toMatchObject({ website_count: 3, viewers: 93, conversions: 10 });
  const older = await performanceOf({ timeframe: 'insights_week', website_ids: [2, 3] });
  expect(older.timeframe.range_start).toBe('2026-10-26T00:00:00Z');
  expect(rowOf(older, 2)).toMatchObject({ viewers: 70, conversions: 7 });
});

test('a snapshot without activity is frozen too and ignores later events', async () => {
  await insertSnapshot(database, { websiteId: 1, week: '2026-11-02' });
  await record(1, INSIGHTS_DAY, ['view', 'view']);
  const one = await ask({ database }, 'get_website_report', { website_id: 1, timeframe: 'insights_week' });
  expect(one.data.metrics.views).toBe(0);
  expect(rowOf(await performanceOf({ timeframe: 'insights_week' }), 1).viewers).toBe(0);
});

test('returns 404 for insights_week and for the insights without a snapshot', async () => {
  expect(await refused({ database }, TOOL, { timeframe: 'insights_week' })).toMatchObject({ status: 404 });
  await insertSnapshot(database, { websiteId: 2, week: '2026-11-02' });
  expect(await codeOf({ database }, TOOL, { timeframe: 'insights_week', website_ids: [1, 3] })).toBe(
    'not_found',
  );
  expect(await refused({ database }, 'get_website_insights', { website_id: 1 })).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect((await ask({ database }, 'get_website_insights', { website_id: 2 })).data).toEqual({
    week: '2026-11-02',
    performance_snapshot: { performance: { revenue: 0, viewers: 0 } },
    ai_recommendations: { items: [] },
  });
});
