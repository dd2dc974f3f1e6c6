import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { erasePersonData } from '@funnel/contacts';
import type { Database } from '@funnel/db';
import { foldPending, ingest, readBacklog, recordEvents } from '@funnel/ingest';
import { GRAINS, ServiceError } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { TOOL_OPERATIONS, type ToolName } from '../src/index.ts';
import { ask, type Query } from './support/ask.ts';
import { importAll, NOW } from './support/catalog.ts';
import { randomEvents, uuid, wireEvent } from './support/events.ts';
import { addDays, expectedOf } from './support/expected.ts';
import fc from 'fast-check';

/**
 * Two databases with the same events. In `loaded` they were added to the rollups in one go. In `live` they arrive in
 * batches, which are folded at random moments or not at all. No report may tell the difference.
 */
let live: TestDatabase;
let loaded: TestDatabase;

const LAST_DAY = '2026-11-13';
const history = randomEvents({ count: 2_000, seed: 7, from: '2025-06-01', to: LAST_DAY, visitors: 150 });
const recent = randomEvents({ count: 1_500, seed: 8, from: '2026-11-01', to: LAST_DAY, visitors: 150 });
const events = [...history, ...recent].map((event, index) => ({
  ...wireEvent(event),
  event_id: uuid(77, index),
}));
/** More visitors than a sparse sketch holds, in the middle of a month. */
const crowd = Array.from({ length: 9_000 }, (_, index) => ({
  event_id: uuid(78, index),
  type: index % 3 === 0 ? 'conversion' : 'view',
  website_id: 1,
  campaign_id: 1,
  visitor_token: uuid(79, index % 6_000),
  occurred_at: `${addDays('2026-11-04', index % 9)}T12:00:00Z`,
}));

beforeAll(async () => {
  [live, loaded] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const { database } of [live, loaded]) await importAll(database);
});
afterAll(() => Promise.all([live.drop(), loaded.drop()]));

async function load(database: Database, some: readonly object[]): Promise<void> {
  const lines = some.map((event) => `${JSON.stringify(event)}\n`).join('');
  const summary = await ingest(database, Readable.from([Buffer.from(lines)]), {
    now: () => NOW,
    onRefused: async (refused) => expect(refused).toEqual([]),
  });
  expect(summary.new).toBe(some.length);
}

/** Sends events as they happen: in batches of random size, some folded soon, some later, some loaded from a file. */
async function send(database: Database, some: readonly object[], seed: number): Promise<void> {
  const choices = fc.sample(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(9)), {
    seed,
    numRuns: some.length,
  });
  for (let from = 0; from < some.length; ) {
    const [size, choice] = choices.pop() ?? [1, 9];
    const batch = some.slice(from, from + size);
    from += size;
    if (choice === 0) await load(database, batch);
    else {
      const recorded = await recordEvents(database, batch, { now: NOW });
      expect(recorded).toEqual({ recorded: batch.length, repeated: 0, refused: [] });
    }
    if (choice === 1) await foldPending(database, { minEvents: 1 });
    if (choice === 2) await foldPending(database, { minEvents: 300 });
  }
}

const SORTS = ['views', 'conversions', 'completions', 'conversion_rate', 'revenue', 'aov', 'created_at'];

/** What a question is refused for. Only for what its random values may ask too much of. */
function refusal(error: unknown): string {
  if (error instanceof ServiceError && ['range_too_wide', 'not_found'].includes(error.code))
    return error.code;
  throw error;
}

/** Any question about any subject. */
const question: fc.Arbitrary<{ tool: ToolName; raw: Query }> = fc
  .record({
    tool: fc.constantFrom(
      ...TOOL_OPERATIONS.map(({ name }) => name).filter((name) => name !== 'get_website_insights'),
    ),
    website_id: fc.constantFrom(1, 1, 2, 3),
    subject: fc.nat(50),
    window: fc.oneof(
      fc
        .constantFrom('today', 'last_24_hours', 'last_7_days', 'last_30_days', 'this_week', 'all_time')
        .map((timeframe): Query => ({ timeframe })),
      fc.tuple(fc.nat(500), fc.nat(60)).map(([age, days]): Query => {
        const range_end = addDays(LAST_DAY, -age);
        return { timeframe: 'custom', range_start: addDays(range_end, -days), range_end };
      }),
    ),
    count_type: fc.constantFrom('distinct', 'total'),
    group_by: fc.constantFrom(undefined, ...GRAINS),
    sort: fc.constantFrom(...SORTS),
    per_page: fc.constantFrom(1, 2, 25),
  })
  .map(({ tool, website_id, subject, window, count_type, group_by, sort, per_page }) => {
    const { ids, hasSeries } = expectedOf(tool);
    const candidates = ids?.(website_id) ?? [];
    return {
      tool,
      raw: {
        ...(tool === 'list_websites' ? {} : window),
        ...(tool === 'list_websites' || tool === 'get_account_performance' ? {} : { website_id, count_type }),
        ...(candidates.length > 0 ? { id: candidates[subject % candidates.length] } : {}),
        ...(hasSeries && group_by && window['timeframe'] !== 'all_time' ? { group_by } : {}),
        ...(tool === 'list_campaigns' ? { sort, per_page } : {}),
      },
    };
  });

async function expectEqualAnswers(seed: number): Promise<void> {
  const answerOf = async (database: Database, { tool, raw }: { tool: ToolName; raw: Query }) => ({
    tool,
    raw,
    body: await ask({ database }, tool, raw).catch(refusal),
  });
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      expect(await answerOf(live.database, asked)).toEqual(await answerOf(loaded.database, asked));
    }),
    { numRuns: 30, seed },
  );
}

test.each([
  ['few events', 3, () => events.slice(0, 500)],
  ['more of them, over two years', 4, () => events.slice(500, 2_000)],
  ['those of the last days', 5, () => events.slice(2_000)],
  ['many visitors at once', 6, () => crowd],
])('reports count events in the very next answer, folded or not: %s', async (_, seed, sent) => {
  await load(loaded.database, sent());
  await send(live.database, sent(), seed);
  await expectEqualAnswers(seed);
});

test('folding changes no answer', async () => {
  expect((await readBacklog(live.database)).events).toBeGreaterThan(0);
  await foldPending(live.database, { minEvents: 1 });
  expect(await readBacklog(live.database)).toEqual({ events: 0, ageMs: 0 });
  await expectEqualAnswers(9);
  live.database.memory.clear();
  loaded.database.memory.clear();
  await expectEqualAnswers(9);
});

/** Other people every day, who come several times: otherwise a day's total would cap a distinct count that is too high. */
const regulars = (times: number, space: number) =>
  Array.from({ length: 7 * 2 * times }, (_, index) => {
    const event = {
      website_id: 1,
      campaign_id: 1,
      visitor_token: uuid(space, index % 14),
      occurred_at: `${addDays('2026-11-08', index % 7)}T10:00:00Z`,
    };
    return [
      { ...event, event_id: uuid(space + 1, index), type: 'view' },
      { ...event, event_id: uuid(space + 2, index), type: 'conversion' },
    ];
  }).flat();

test.each([
  ['a few events, counted for each request', 3, 82],
  ['more events, whose sketches are remembered', 10, 85],
])('a question about several days changes no answer about one of them: %s', async (_, times, space) => {
  const sent = regulars(times, space);
  await load(loaded.database, sent);
  expect(await recordEvents(live.database, sent, { now: NOW })).toMatchObject({ recorded: sent.length });
  const week: Query = { timeframe: 'last_7_days' };
  const days = Array.from({ length: 7 }, (__, index) => addDays('2026-11-08', index)).map(
    (day): Query => ({ timeframe: 'custom', range_start: day, range_end: day }),
  );
  // What the first request reads is remembered, and the others share it.
  for (const asked of [{ ...week, count_type: 'total' }, week, ...days, { ...week, group_by: 'day' }]) {
    const raw = { ...asked, website_id: 1, id: 1 };
    const answerOf = async ({ database }: TestDatabase) => ({
      raw,
      body: await ask({ database }, 'get_campaign_report', raw),
    });
    expect(await answerOf(live)).toEqual(await answerOf(loaded));
  }
});

test('the counts stay while somebody is erased whose events are remembered', async () => {
  const { database } = live;
  const visitor = uuid(80, 1);
  const view = (index: number) => ({
    event_id: uuid(81, index),
    type: 'view',
    website_id: 2,
    visitor_token: visitor,
    occurred_at: NOW.toISOString(),
  });
  const viewers = async () =>
    (await ask({ database, websiteIds: [2] }, 'get_website_report', { timeframe: 'today' })).data.metrics
      .views;
  const before = await viewers();
  await recordEvents(database, [view(1), view(2)], { now: NOW });
  expect(await viewers()).toBe(before + 1);
  await recordEvents(database, [view(3)], { now: NOW });
  expect(await erasePersonData(database, { visitorToken: visitor })).toEqual({
    contacts: 0,
    pendingEvents: 3,
  });
  expect(await viewers()).toBe(before + 1);
});
