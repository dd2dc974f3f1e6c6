import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { formatDay, parseDay, seriesBuckets } from '@funnel/domain';
import { foldPending, recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import type { Extras } from '../../src/index.ts';
import { ask, askExtras, type Query } from '../support/ask.ts';
import { importAll, NOW } from '../support/catalog.ts';
import { randomEvents, wireEvent } from '../support/events.ts';
import { insertSnapshots } from '../support/snapshots.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database);
  const record = async (seed: number) => {
    const options = { count: 1_500, seed, from: '2026-01-01', to: '2026-11-14', visitors: 60 };
    const events = randomEvents(options).map((event) => wireEvent(event));
    await recordEvents(database, events, { now: NOW });
  };
  await record(1);
  await foldPending(database, { minEvents: 1 });
  // These stay pending.
  await record(2);
  await insertSnapshots(database, 1);
});
afterAll(() => testDatabase.drop());

const asking = (...websiteIds: number[]) => ({ database, websiteIds, now: NOW });
const WINDOWS = [
  ['day', { timeframe: 'last_30_days' }],
  ['day', { timeframe: 'today' }],
  ['day', { timeframe: 'insights_week' }],
  ['day', { range_start: '2026-11-01', range_end: '2026-12-24' }],
  ['week', { range_start: '2026-03-05', range_end: '2026-09-18' }],
  ['week', { timeframe: 'last_365_days' }],
  ['month', { range_start: '2025-01-15', range_end: '2026-11-20' }],
] as const;

/** The trend of one entry, as its own report has it. */
function lineOf({ trends }: Extras, id: number) {
  return { views: trends?.views[id], conversions: trends?.conversions[id] };
}

/** The same, from the series of a report. */
function seriesOf({ data: { timeseries } }: { data: { timeseries: { points: Points } } }) {
  const of = (metric: keyof Points[number]) => timeseries.points.map((point) => point[metric]);
  return { views: of('views'), conversions: of('conversions') };
}
type Points = { views: number; conversions: number }[];

describe.each(['distinct', 'total'])('with count_type=%s', (countType) => {
  test.each(WINDOWS)('the line of each campaign is its series by %s: %j', async (groupBy, window) => {
    const raw: Query = { ...window, count_type: countType, sort: 'views', per_page: 3 };
    const { data } = await ask(asking(1), 'list_campaigns', raw);
    const extras = await askExtras(asking(1), 'list_campaigns', raw);
    const ids: number[] = data.campaigns.map(({ id }: { id: number }) => id);
    expect(extras.trends?.group_by).toBe(groupBy);
    expect(Object.keys(extras.trends?.views ?? {}).map(Number)).toEqual(ids.toSorted((a, b) => a - b));
    for (const id of ids) {
      const report = await ask(asking(1), 'get_campaign_report', {
        ...window,
        count_type: countType,
        id,
        group_by: groupBy,
      });
      expect(lineOf(extras, id)).toEqual(seriesOf(report));
      expect(extras.trends).toMatchObject({
        start: report.timeframe.range_start.slice(0, 10),
        end: report.timeframe.range_end.slice(0, 10),
      });
    }
  });
});

test.each(WINDOWS.filter(([groupBy]) => groupBy === 'day'))(
  'the line of each website is its series by %s: %j',
  async (groupBy, window) => {
    const extras = await askExtras(asking(1, 2, 3), 'get_account_performance', window);
    expect(Object.keys(extras.trends?.views ?? {})).toEqual(['1', '2', '3']);
    for (const id of [1, 2, 3]) {
      // Only website 1 has a snapshot; the others count the same days.
      const own =
        'timeframe' in window && window.timeframe === 'insights_week'
          ? { range_start: '2026-11-02', range_end: '2026-11-08' }
          : window;
      const report = await ask(asking(id), 'get_website_report', { ...own, group_by: groupBy });
      expect(lineOf(extras, id)).toEqual(seriesOf(report));
    }
  },
);

test.each([
  ['week', '2026-05-06', '2026-11-14', 7],
  ['month', '2025-01-15', '2026-11-14', 31],
] as const)('in a longer window the line of each website is by %s', async (groupBy, start, end, mostDays) => {
  const window = { range_start: start, range_end: end };
  const { trends } = await askExtras(asking(1, 2, 3), 'get_account_performance', window);
  expect(trends?.group_by).toBe(groupBy);
  const buckets = seriesBuckets({ start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 }, groupBy);
  for (const [index, { window: days }] of buckets.entries()) {
    expect(days.end - days.start).toBeLessThan(mostDays);
    // The series of the website report ends at 92 days.
    const raw = { range_start: formatDay(days.start), range_end: formatDay(days.end) };
    const { views, conversions } = (await ask(asking(2), 'get_website_report', raw)).data.metrics;
    expect([trends?.views[2]?.[index], trends?.conversions[2]?.[index]]).toEqual([views, conversions]);
  }
});

test('the list of websites has the lines of the last 30 days and the currencies', async () => {
  const extras = await askExtras(asking(1, 3), 'list_websites');
  expect(extras).toMatchObject({
    currencies: { 1: 'EUR', 3: 'USD' },
    trends: { group_by: 'day', start: '2026-10-16', end: '2026-11-14' },
    running_day: '2026-11-14',
  });
  for (const id of [1, 3])
    expect(lineOf(extras, id)).toEqual(
      seriesOf(await ask(asking(id), 'get_website_report', { group_by: 'day' })),
    );
  expect(await askExtras(asking(), 'list_websites')).toEqual({ currencies: {} });
});

test('a window of too many months and an empty page have no lines', async () => {
  const centuries = { range_start: '1970-01-01', range_end: '2970-01-01' };
  expect((await askExtras(asking(1), 'list_campaigns', centuries)).trends).toBeUndefined();
  expect((await askExtras(asking(1), 'list_campaigns', { page: 99 })).trends).toBeUndefined();
});

test.each([
  ['2026-11-14', { timeframe: 'last_7_days', group_by: 'day' }],
  ['2026-11-14', { timeframe: 'this_month', group_by: 'week' }],
  ['2026-11-14', { range_start: '2026-11-01', range_end: '2026-12-01', group_by: 'day' }],
  [undefined, { timeframe: 'last_7_days' }],
  [undefined, { range_start: '2026-11-01', range_end: '2026-11-13', group_by: 'day' }],
  [undefined, { range_start: '2026-11-15', range_end: '2026-11-16', group_by: 'day' }],
])('the day that a series still grows on is %s: %j', async (day, raw) => {
  expect((await askExtras(asking(1), 'get_website_report', raw)).running_day).toBe(day);
});
