import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { GRAINS, Sketch, visitorKey } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type Body, ask, type Query } from './support/ask.ts';
import { CAMPAIGNS, importAll, NOW } from './support/catalog.ts';
import { type RawEvent, randomEvents, uuid, wireEvent } from './support/events.ts';
import type { ToolName } from '../src/index.ts';
import { addDays, daysOf, EXPECTED } from './support/expected.ts';
import fc from 'fast-check';

const COUNTS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
const SUMMED = [...COUNTS, 'orders', 'revenue'] as const;
const FIRST_DAY = '2025-01-10';
const LAST_DAY = '2026-11-13';
const SPAN_DAYS = daysOf({ from: FIRST_DAY, to: LAST_DAY });
const RUNS = { numRuns: 20, seed: 4 };

const events = randomEvents({
  count: 3_000,
  seed: 41,
  from: FIRST_DAY,
  to: LAST_DAY,
  visitors: 120,
  // Every event has a variant, so that variants add up to their campaign.
  minDepth: 2,
});

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database);
  await record(database, events, 750);
});
afterAll(() => testDatabase.drop());

async function record(into: Database, all: readonly RawEvent[], size: number): Promise<void> {
  for (let from = 0; from < all.length; from += size) {
    const batch = all.slice(from, from + size).map((event) => wireEvent(event));
    expect((await recordEvents(into, batch, { now: NOW })).refused).toEqual([]);
    // The last batch stays pending.
    if (from + size < all.length) await foldPending(into, { minEvents: 1 });
  }
}

const variants = CAMPAIGNS.flatMap(({ website_id, variants: all }) =>
  all.map((one) => ({ website_id, ...one })),
);
const steps = variants.flatMap(({ website_id, steps: all }) => all.map((one) => ({ website_id, ...one })));
const elements = steps.flatMap(({ website_id, elements: all }) => all.map((one) => ({ website_id, ...one })));

/** A report with a series: its tool, website and id. */
const subject: fc.Arbitrary<{ tool: ToolName; raw: Query }> = fc.constantFrom(
  ...EXPECTED.filter(({ hasSeries }) => hasSeries).flatMap(({ tool, ids }) =>
    [1, 2, 3].flatMap((website_id) =>
      (ids ? ids(website_id).map((id) => ({ id, website_id })) : [{ website_id }]).map((raw) => ({
        tool,
        raw,
      })),
    ),
  ),
);

const rangeOf = (maxDays: number) =>
  fc
    .tuple(fc.integer({ min: -40, max: SPAN_DAYS }), fc.integer({ min: 0, max: maxDays - 1 }))
    .map(([offset, days]) => {
      const range_start = addDays(FIRST_DAY, offset);
      return { timeframe: 'custom', range_start, range_end: addDays(range_start, days) };
    });
const range = rangeOf(500);
const shortRange = rangeOf(92);
const grain = fc.constantFrom(...GRAINS);
const countType = fc.constantFrom('distinct', 'total');

const asked = (tool: ToolName, raw: Query): Promise<Body> => ask({ database }, tool, raw);
const cents = (value: number) => Math.round(value * 100);

/** Every metrics block of an answer. */
function blocksOf(data: Body): Body[] {
  const children = ['variants', 'funnel_steps', 'elements', 'campaigns'].flatMap((name) => data[name] ?? []);
  return [data.metrics, ...children.map(({ metrics }: Body) => metrics)].filter(Boolean);
}

describe('for every query', () => {
  test('distinct never exceeds total, in any block or point; orders and revenue are equal', async () => {
    await fc.assert(
      fc.asyncProperty(subject, shortRange, grain, async ({ tool, raw }, window, group_by) => {
        const query = { ...raw, ...window, group_by, previous_period: true };
        const distinct = (await asked(tool, { ...query, count_type: 'distinct' })).data;
        const total = (await asked(tool, { ...query, count_type: 'total' })).data;
        const pairs = [
          ...blocksOf(distinct).flatMap((block, index) => {
            const other = blocksOf(total)[index];
            return [[block, other] as const, [block.previous, other.previous] as const];
          }),
          ...distinct.timeseries.points.map((point: Body, index: number) => [
            point,
            total.timeseries.points[index],
          ]),
        ];
        for (const [one, other] of pairs) {
          for (const name of COUNTS) if (name in one) expect(one[name]).toBeLessThanOrEqual(other[name]);
          expect([one.orders, one.revenue, one.aov]).toEqual([other.orders, other.revenue, other.aov]);
        }
      }),
      RUNS,
    );
  });

  test('the points of a series of totals add up to the metrics', async () => {
    await fc.assert(
      fc.asyncProperty(subject, shortRange, grain, async ({ tool, raw }, window, group_by) => {
        const { data } = await asked(tool, { ...raw, ...window, group_by, count_type: 'total' });
        for (const name of SUMMED) {
          if (!(name in data.metrics)) continue;
          const sum = data.timeseries.points.reduce(
            (all: number, point: Body) => all + cents(point[name]),
            0,
          );
          expect(sum).toBe(cents(data.metrics[name]));
        }
      }),
      RUNS,
    );
  });

  test('the totals of variants add up to those of their campaign', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CAMPAIGNS), range, async ({ id, website_id }, window) => {
        const { data } = await asked('get_campaign_report', {
          id,
          website_id,
          ...window,
          count_type: 'total',
        });
        for (const name of SUMMED) {
          const sum = data.variants.reduce((all: number, { metrics }: Body) => all + cents(metrics[name]), 0);
          expect(sum).toBe(cents(data.metrics[name]));
        }
      }),
      RUNS,
    );
  });

  test('a series has exactly one point per calendar bucket', async () => {
    await fc.assert(
      fc.asyncProperty(
        subject,
        shortRange,
        grain,
        countType,
        async ({ tool, raw }, window, group_by, count_type) => {
          const { data } = await asked(tool, { ...raw, ...window, group_by, count_type });
          expect(data.timeseries.group_by).toBe(group_by);
          const dates = new Set<string>();
          for (let day = window.range_start; day <= window.range_end; day = addDays(day, 1))
            dates.add(bucketOf(day, group_by));
          expect(data.timeseries.points.map(({ date }: Body) => date)).toEqual([...dates]);
        },
      ),
      RUNS,
    );
  });

  test('the previous metrics equal the report of the previous period', async () => {
    await fc.assert(
      fc.asyncProperty(subject, range, countType, async ({ tool, raw }, window, count_type) => {
        const query = { ...raw, count_type };
        const now = await asked(tool, { ...query, ...window, previous_period: true });
        const range_start = now.timeframe.previous_range_start.slice(0, 10);
        const range_end = now.timeframe.previous_range_end.slice(0, 10);
        expect(addDays(range_end, 1)).toBe(window.range_start);
        expect(daysOf({ from: range_start, to: range_end })).toBe(
          daysOf({ from: window.range_start, to: window.range_end }),
        );
        const before = await asked(tool, { ...query, timeframe: 'custom', range_start, range_end });
        expect(blocksOf(now.data).map(({ previous }) => previous)).toEqual(blocksOf(before.data));
      }),
      RUNS,
    );
  });

  test('the distinct count of a window is the estimate of the sketch of its visitors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CAMPAIGNS), range, async ({ id, website_id }, window) => {
        const { data } = await asked('get_campaign_report', { id, website_id, ...window });
        for (const [type, name] of [
          ['view', 'views'],
          ['conversion', 'conversions'],
          ['submission', 'submissions'],
        ] as const) {
          const visitors = events
            .filter((event) => event.campaign === id && event.type === type)
            .filter(({ at }) => at.slice(0, 10) >= window.range_start && at.slice(0, 10) <= window.range_end)
            .map(({ visitor }) => visitorKey(visitor));
          expect(data.metrics[name]).toBe(Math.min(Sketch.of(visitors).estimate(), visitors.length));
        }
      }),
      RUNS,
    );
  });

  test('query strings and JSON values give the same answer; unknown parameters change nothing', async () => {
    const choice = fc.record(
      {
        previous_period: fc.boolean(),
        count_type: countType,
        group_by: grain,
        page: fc.integer({ min: 1, max: 3 }),
        per_page: fc.integer({ min: 1, max: 60 }),
        limit: fc.integer({ min: 1, max: 60 }),
        sort: fc.constantFrom('views', 'aov', 'published_at', 'conversion_rate'),
        status: fc.constantFrom('live', 'archived'),
      },
      { requiredKeys: [] },
    );
    const any = fc.oneof(
      subject,
      fc.constantFrom('list_campaigns', 'list_experiments').map((tool) => ({ tool, raw: { website_id: 2 } })),
      fc.constant({ tool: 'get_account_performance', raw: { website_ids: [1, 3], website_id: 2 } }),
    );
    await fc.assert(
      fc.asyncProperty(any, shortRange, choice, async ({ tool, raw }, window, chosen) => {
        const json = { ...raw, ...window, ...chosen };
        const texts = Object.fromEntries(
          Object.entries(json).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.map(String) : String(value),
          ]),
        );
        const answer = await asked(tool, json);
        expect(await asked(tool, texts)).toEqual(answer);
        expect(await asked(tool, { ...json, unknown: ['x'], Sort: 'x', range: null })).toEqual(answer);
      }),
      RUNS,
    );
  });
});

test('answers do not depend on the batches, order or duplicates of the events', async () => {
  const few = events.slice(0, 400);
  const others = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const [whole, parts] = others;
    if (!whole || !parts) throw new Error('Expected two databases');
    for (const { database: into } of others) await importAll(into);
    await record(whole.database, few, few.length);
    const shuffled = few.toSorted((one, other) =>
      uuidHash(one.event_id) < uuidHash(other.event_id) ? -1 : 1,
    );
    await record(parts.database, shuffled, 37);
    await record(parts.database, few.slice(50, 120), 11);
    const answersOf = async (from: Database) => {
      const answers: Body[] = [];
      for (const website_id of [1, 2, 3]) {
        const ids = (all: { id: number; website_id: number }[]) =>
          all.filter((one) => one.website_id === website_id).map(({ id }) => ({ id }));
        const queries: [ToolName, Query[]][] = [
          ['get_website_report', [{}]],
          ['list_campaigns', [{ sort: 'conversion_rate' }]],
          ['list_experiments', [{}]],
          ['get_campaign_report', ids(CAMPAIGNS)],
          ['get_element_report', ids(elements).filter((_, index) => index % 4 === 0)],
          ['get_account_performance', [{}]],
        ];
        for (const [tool, raws] of queries)
          for (const raw of raws)
            for (const count_type of ['distinct', 'total'])
              answers.push(
                await ask({ database: from }, tool, {
                  website_id,
                  timeframe: 'all_time',
                  count_type,
                  ...raw,
                }),
              );
      }
      return answers;
    };
    expect(await answersOf(parts.database)).toEqual(await answersOf(whole.database));
  } finally {
    await Promise.all(others.map((other) => other.drop()));
  }
});

test('all numbers of an answer belong to the same moment, even while events arrive', async () => {
  const busy = await createTestDatabase();
  try {
    await importAll(busy.database);
    const batches = Array.from({ length: 30 }, (_, index) => events.slice(index * 60, index * 60 + 60));
    const recording = (async () => {
      for (const batch of batches) await record(busy.database, batch, 60);
      return 'done';
    })();
    const query = { website_id: 1, timeframe: 'all_time', count_type: 'total' };
    const isDone = () => Promise.race([recording, Promise.resolve('not yet')]);
    while ((await isDone()) !== 'done') {
      // The order is read before the numbers: they agree only if both belong to the same moment.
      const list = await ask({ database: busy.database }, 'list_campaigns', { ...query, sort: 'views' });
      const views = list.data.campaigns.map(({ metrics }: Body) => metrics.views);
      expect(views).toEqual(views.toSorted((one: number, other: number) => other - one));
      const { data } = await ask({ database: busy.database }, 'get_campaign_report', { ...query, id: 1 });
      const ofVariants = data.variants.map(({ metrics }: Body) => metrics.views);
      expect(ofVariants.reduce((sum: number, one: number) => sum + one, 0)).toBe(data.metrics.views);
    }
  } finally {
    await busy.drop();
  }
});

test('a distinct count of many visitors is close to the true number, whether it is merged from days, months or years', async () => {
  const many = await createTestDatabase();
  try {
    await importAll(many.database);
    const visitors = 9_000;
    // Half of them come twice, so that the total does not cap the estimate.
    const visits = Array.from({ length: visitors * 1.5 }, (_, index) => ({
      event_id: uuid(900, index),
      type: 'view',
      website_id: 1,
      campaign_id: 1,
      visitor_token: uuid(901, index % visitors),
      occurred_at: `${addDays('2025-12-20', index % 40)}T12:00:00Z`,
    }));
    await recordEvents(many.database, visits, { now: NOW });
    const query = { website_id: 1, timeframe: 'custom', range_start: '2025-12-20', range_end: '2026-01-28' };
    const { data } = await ask({ database: many.database }, 'get_website_report', query);
    expect(Math.abs(data.metrics.views - visitors)).toBeLessThan(0.0081 * 4 * visitors);
    expect(data.metrics.views).toBe(
      Sketch.of(visits.map((visit) => visitorKey(visit.visitor_token))).estimate(),
    );
    const wider = { website_id: 1, timeframe: 'all_time' };
    expect((await ask({ database: many.database }, 'get_website_report', wider)).data.metrics.views).toBe(
      data.metrics.views,
    );
  } finally {
    await many.drop();
  }
});

/** The first day of the calendar bucket, computed without the service's calendar. */
function bucketOf(day: string, group_by: string): string {
  const [year = '', month = ''] = day.split('-');
  switch (group_by) {
    case 'week':
      return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return `${year}-${month}-01`;
    case 'quarter':
      return `${year}-${{ 0: '01', 1: '04', 2: '07', 3: '10' }[Math.floor((Number(month) - 1) / 3)]}-01`;
    case 'year':
      return `${year}-01-01`;
    default:
      return day;
  }
}

/** Gives an order that differs from that of the ids. */
function uuidHash(id: string): number {
  return (Number.parseInt(id.slice(-6), 16) * 7_919) % 10_007;
}
