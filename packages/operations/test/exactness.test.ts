import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { GRAINS, TIMEFRAMES } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { ask, codeOf, type Query } from './support/ask.ts';
import { TOOL_OPERATIONS, type ToolName } from '../src/index.ts';
import { importAll, NOW, WEBSITES } from './support/catalog.ts';
import { randomEvents, wireEvent } from './support/events.ts';
import { expectedBody, expectedOf, expectedPerformance, expectedWebsites } from './support/expected.ts';
import type { ExpectedQuery } from './support/expected-parts.ts';
import { createRecount, type Recount } from './support/recount.ts';
import { insertSnapshots } from './support/snapshots.ts';

const EVENTS = 4_000;
const FOLDED = 3_000;
const AT_ONCE = 4;
const SORTS = [
  'created_at',
  'published_at',
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
];
/** Partial months, one day, a year and a half, a range that ends in the future, and an old leap day. */
const RANGES = [
  ['2026-02-10', '2026-04-03'],
  ['2026-11-05', '2026-11-05'],
  ['2025-03-12', '2026-09-27'],
  ['2026-11-10', '2027-01-20'],
  ['2024-02-29', '2024-02-29'],
] as const;

/** The reports whose answers are recounted here; the others are checked below, one by one. */
const WITH_ENVELOPE = TOOL_OPERATIONS.map(({ name }) => name).filter((name) => expectedOf(name).expect);

let testDatabase: TestDatabase;
let database: Database;
let recount: Recount;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database);
  const events = randomEvents({
    count: EVENTS,
    seed: 20_261_114,
    from: '2024-12-20',
    to: '2026-11-13',
    visitors: 300,
  });
  // Today, until now.
  events.push(
    ...randomEvents({ count: 300, seed: 5, from: '2026-11-13', to: '2026-11-14', visitors: 300 }).filter(
      ({ at }) => Date.parse(at) < NOW.getTime(),
    ),
  );
  recount = await createRecount(database, events);
  for (let from = 0, size = 1; from < events.length; from += size, size = (size * 5 + 3) % 1201) {
    const batch = events.slice(from, from + size).map((event, index) => wireEvent(event, index));
    const { refused } = await recordEvents(database, batch, { now: NOW });
    expect(refused).toEqual([]);
    // What was recorded last stays pending.
    if (from < FOLDED) await foldPending(database, { minEvents: 1 });
  }
  for (const { id } of WEBSITES) await insertSnapshots(database, id);
});
afterAll(() => testDatabase.drop());

/** Reports that are asked for every timeframe of every website. */
const IN_EVERY_WINDOW: readonly ToolName[] = ['get_website_report', 'get_campaign_report'];

/** Every timeframe for the first website; for most reports the others share them, but each has its insights_week. */
function windowsOf(tool: ToolName, websiteId: number) {
  const isEach = websiteId === 1 || IN_EVERY_WINDOW.includes(tool);
  const timeframes = TIMEFRAMES.filter(
    (timeframe, place) => isEach || timeframe === 'insights_week' || place % 2 === websiteId % 2,
  );
  return timeframes.flatMap((timeframe) =>
    (timeframe === 'custom' ? RANGES : [undefined]).map((range) => ({ timeframe, range })),
  );
}

/** Every timeframe with both count types; comparison, subjects, groupings and sorts alternate. */
function queriesOf(tool: ToolName): ExpectedQuery[] {
  let turn = 0;
  const take = <Item>(items: readonly Item[]): Item | undefined => items[turn % items.length];
  const { ids, hasSeries } = expectedOf(tool);
  return WEBSITES.flatMap(({ id: website_id }) =>
    windowsOf(tool, website_id).flatMap(({ timeframe, range }) =>
      (['distinct', 'total'] as const).map((count_type): ExpectedQuery => {
        turn += 1;
        const previous_period = Math.floor(turn / 2) % 2 === 0;
        const id = take(ids?.(website_id) ?? [0]);
        const group_by = hasSeries ? take([undefined, ...GRAINS, 'day']) : undefined;
        return {
          website_id,
          timeframe,
          ...(range ? { range_start: range[0], range_end: range[1] } : {}),
          count_type,
          previous_period,
          ...(id ? { id } : {}),
          ...(group_by ? { group_by } : {}),
          ...(tool === 'list_campaigns' ? { sort: take(SORTS) ?? 'created_at' } : {}),
        };
      }),
    ),
  );
}

async function check(tool: ToolName, query: ExpectedQuery): Promise<void> {
  const expected = await expectedBody(recount, tool, query);
  const raw: Query = { ...query };
  const answer =
    expected === 'range_too_wide' ? codeOf({ database }, tool, raw) : ask({ database }, tool, raw);
  expect({ query, body: await answer }).toEqual({ query, body: expected });
}

async function checkAll(tool: ToolName, queries: readonly ExpectedQuery[]): Promise<void> {
  for (let from = 0; from < queries.length; from += AT_ONCE)
    await Promise.all(queries.slice(from, from + AT_ONCE).map((query) => check(tool, query)));
}

describe('every number matches the raw events, for every timeframe and count_type', () => {
  test.each(WITH_ENVELOPE)('%s', async (tool) => {
    await checkAll(tool, queriesOf(tool));
  });

  test.each(GRAINS)('a series by %s, for every report that has one', async (group_by) => {
    for (const tool of WITH_ENVELOPE.filter((name) => expectedOf(name).hasSeries)) {
      const id = expectedOf(tool).ids?.(1)[0];
      const series = (['distinct', 'total'] as const).flatMap((count_type) =>
        ['last_30_days', 'last_365_days', 'insights_week', 'custom'].map(
          (timeframe): ExpectedQuery => ({
            website_id: 1,
            timeframe,
            range_start: '2025-12-17',
            range_end: '2026-03-05',
            count_type,
            previous_period: false,
            group_by,
            ...(id ? { id } : {}),
          }),
        ),
      );
      await checkAll(tool, series);
    }
  });

  test.each(SORTS)('campaigns sorted by %s', async (sort) => {
    const queries = ['last_7_days', 'all_time', 'insights_week'].flatMap((timeframe) =>
      (['distinct', 'total'] as const).map(
        (count_type): ExpectedQuery => ({
          website_id: 1,
          timeframe,
          count_type,
          previous_period: true,
          sort,
        }),
      ),
    );
    await checkAll('list_campaigns', queries);
  });

  test.each([[[1]], [[1, 3]], [[1, 2, 3]]])(
    'get_account_performance for the websites %j',
    async (websiteIds) => {
      for (const timeframe of TIMEFRAMES) {
        for (const [range_start, range_end] of timeframe === 'custom' ? RANGES : [RANGES[0]]) {
          const query = { timeframe, range_start, range_end };
          const expected = await expectedPerformance(recount, query, websiteIds, () => true);
          expect(
            await ask({ database }, 'get_account_performance', { ...query, website_ids: websiteIds }),
          ).toEqual(expected);
        }
      }
    },
  );

  test('list_websites and get_website_insights return what is stored', async () => {
    expect(await ask({ database }, 'list_websites')).toEqual(expectedWebsites([1, 2, 3]));
    expect(await ask({ database, websiteIds: [3, 1] }, 'list_websites')).toEqual(expectedWebsites([1, 3]));
    expect(await ask({ database }, 'get_website_insights', { website_id: 2 })).toEqual({
      report: 'website_insights',
      website: { id: 2, name: 'two.example', currency: 'USD' },
      data: {
        week: '2026-11-02',
        performance_snapshot: { performance: { revenue: 1234.5, viewers: 77 } },
        ai_recommendations: { items: ['The week of 2026-11-02', 'Try a shorter form.'] },
      },
    });
  });
});
