import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { TIMEFRAMES } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type Extras, operationOf, runOperation, TOOL_OPERATIONS, type ToolName } from '../src/index.ts';
import { ask, askAll, principalOf, type Query, refused } from './support/ask.ts';
import { catalog, importAll, NOW } from './support/catalog.ts';
import { randomEvents, wireEvent } from './support/events.ts';
import { expectedOf } from './support/expected.ts';
import { insertSnapshots } from './support/snapshots.ts';

/** Website 1 belongs to North, website 2 to South. Neither may see names, ids or numbers of the other. */
const OWN = 1;
const OTHER = 2;
const ABOUT_ONE = TOOL_OPERATIONS.filter(({ websiteRule }) => websiteRule === 'one').map(({ name }) => name);
/** Those that are read differently from all others. */
const SPECIAL_WINDOWS: readonly string[] = ['insights_week', 'custom'];
const idsOf = (all: { id: number }[]) => all.map(({ id }) => id);

/** The reports about a subject. */
const SUBJECT_REPORTS = TOOL_OPERATIONS.filter(({ parameters }) => 'id' in parameters).map(
  ({ name }) => name,
);
const ids = (tool: ToolName, websiteId: number): number[] => {
  const found = expectedOf(tool).ids?.(websiteId);
  if (!found) throw new Error(`${tool} takes an id: what is expected of it needs \`ids\``);
  return found;
};

let testDatabase: TestDatabase;
let database: Database;
let bound: { database: Database; websiteIds: number[] };
/** A database with website 1 only, which gives the expected answers. */
let alone: TestDatabase;

/** The two databases were filled one after the other. */
const withoutTimes = (extras: Extras): Extras => ({
  ...extras,
  ...(extras.activity && {
    activity: Object.fromEntries(
      Object.entries(extras.activity).map(([id, found]) => [id, { ...found, last_event_at: null }]),
    ),
  }),
});

/** Each website has a campaign with these ids, at every level. */
const SHARED = { id: 500, variant: 5000, step: 50_000, element: 500_000 };
const shared = (websiteId: number, name: string) => ({
  id: SHARED.id,
  website_id: websiteId,
  name,
  cta_type: 'hook',
  created_at: '2026-01-15T00:00:00.000Z',
  variants: ['a', 'b'].map((variation, index) => ({
    id: SHARED.variant + index,
    name,
    variation,
    traffic_percentage: 50,
    steps: [
      {
        id: SHARED.step + index,
        elements: [{ id: SHARED.element + index, element_type: 'form' }],
      },
    ],
  })),
});

async function fill(into: Database, websiteIds: readonly number[]): Promise<void> {
  const mine = ({ website_id }: { website_id: number }) => websiteIds.includes(website_id);
  await importAll(into, {
    ...catalog,
    websites: catalog.websites.filter(({ id }) => websiteIds.includes(id)),
    campaigns: [...catalog.campaigns, shared(1, 'Of one'), shared(2, 'Of two')].filter(mine),
  });
  const options = { count: 2_000, seed: 77, from: '2026-01-01', to: '2026-11-13', visitors: 50 };
  const events = randomEvents(options)
    .filter(({ website }) => websiteIds.includes(website))
    .map((event) => wireEvent(event));
  const both = randomEvents({ ...options, count: 300, seed: 78, minDepth: 4 })
    .map((event) => wireEvent(event))
    .map(({ campaign_id: _c, variant_id: _v, step_id: _s, ...event }) => ({
      ...event,
      element_id: SHARED.element,
    }))
    .filter(
      (event) =>
        websiteIds.includes(Number((event as Query)['website_id'])) &&
        Number((event as Query)['website_id']) !== 3,
    );
  const recorded = await recordEvents(into, [...events, ...both], { now: NOW });
  expect(recorded.refused).toEqual([]);
  for (const id of websiteIds) await insertSnapshots(into, id);
}

beforeAll(async () => {
  [testDatabase, alone] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  database = testDatabase.database;
  bound = { database, websiteIds: [OWN] };
  await fill(database, [1, 2, 3]);
  await fill(alone.database, [OWN]);
});
afterAll(() => Promise.all([testDatabase.drop(), alone.drop()]));

describe('nothing of another website is visible', () => {
  test('every report answers as if the other websites did not exist', async () => {
    const sharedIds: Record<string, number> = {
      get_campaign_report: SHARED.id,
      get_variant_report: SHARED.variant,
      get_step_report: SHARED.step,
      get_element_report: SHARED.element,
    };
    const questions = TOOL_OPERATIONS.flatMap(({ name: tool }) => {
      const own = SUBJECT_REPORTS.includes(tool) ? ids(tool, OWN) : [undefined];
      const sharedId = sharedIds[tool] ?? own.at(0);
      // The id that the websites share is asked with every window, the others with some.
      return [...new Set([sharedId, own.at(0), own.at(-1)])].flatMap((id) =>
        TIMEFRAMES.filter(
          (timeframe, place) => id === sharedId || place % 4 === 1 || SPECIAL_WINDOWS.includes(timeframe),
        ).map((timeframe) => ({
          tool,
          raw: {
            id,
            timeframe,
            range_start: '2026-02-01',
            range_end: '2026-10-10',
            previous_period: true,
            ...(tool === 'get_website_report' ? {} : { group_by: 'month' }),
            sort: 'views',
          },
        })),
      );
    });
    const answerOf = async (asking: typeof bound, { tool, raw }: (typeof questions)[number]) => {
      const { body, notes, extras } = await askAll(asking, tool, raw);
      return { body, notes, extras: extras && withoutTimes(extras) };
    };
    const answers: Awaited<ReturnType<typeof answerOf>>[] = [];
    for (const question of questions) answers.push(await answerOf(bound, question));
    for (const [index, question] of questions.entries()) {
      const only = { database: alone.database, websiteIds: [OWN] };
      expect(answers[index]).toEqual(await answerOf(only, question));
      expect(JSON.stringify(answers[index])).not.toMatch(/two\.example|three\.example|South|Of two/);
    }
  });

  test('returns the same 404 for an id of another website and for an unknown one', async () => {
    for (const tool of SUBJECT_REPORTS) {
      const unknown = await refused(bound, tool, { id: 999_999_999 });
      expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
      for (const id of ids(tool, OTHER))
        for (const raw of [{ id }, { id, website_id: OWN }, { id: String(id), group_by: 'day' }])
          expect(await refused(bound, tool, raw)).toEqual(unknown);
    }
  });

  test('does not find an id of one website through another website of the same token', async () => {
    const both = { database, websiteIds: [1, 2] };
    for (const tool of SUBJECT_REPORTS) {
      const [id] = ids(tool, OTHER);
      expect(await refused(both, tool, { id, website_id: 1 })).toMatchObject({ status: 404 });
      expect((await ask(both, tool, { id, website_id: 2 })).data.id).toBe(id);
    }
  });

  test('does not accept an id of another level', async () => {
    for (const tool of SUBJECT_REPORTS) {
      const level = ids(tool, OWN);
      for (const other of SUBJECT_REPORTS)
        for (const id of ids(other, OWN)
          .filter((one) => !level.includes(one))
          .slice(0, 3))
          expect(await refused(bound, tool, { id })).toMatchObject({ status: 404 });
    }
  });
});

describe('a website that the token does not cover', () => {
  test('returns the same 404 for an unbound and an unknown website, on every report', async () => {
    for (const tool of [...ABOUT_ONE, 'get_account_performance' as const]) {
      const [id = 1] = SUBJECT_REPORTS.includes(tool) ? ids(tool, OTHER) : [];
      const unknown = await refused(bound, tool, { id, website_id: 999_999 });
      expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
      for (const raw of [{ website_id: OTHER }, { website_id: '2' }, { website_id: 2_147_483_647 }])
        expect(await refused(bound, tool, { id, ...raw })).toEqual(unknown);
    }
    const some = await refused(bound, 'get_account_performance', { website_ids: [OWN, 999_999] });
    expect(await refused(bound, 'get_account_performance', { website_ids: [OWN, OTHER] })).toEqual(some);
  });

  test('ignores website_ids where only website_id is read', async () => {
    for (const tool of ABOUT_ONE) {
      const raw = SUBJECT_REPORTS.includes(tool) ? { id: ids(tool, OWN)[0] } : {};
      expect(await ask(bound, tool, { ...raw, website_ids: [OTHER] })).toEqual(await ask(bound, tool, raw));
    }
  });
});

describe('a token whose websites do not exist', () => {
  test('returns an empty list of websites and 404 for everything else', async () => {
    const nobody = { database, websiteIds: [] };
    expect(await ask(nobody, 'list_websites')).toEqual({ websites: [] });
    for (const tool of [...ABOUT_ONE, 'get_account_performance' as const])
      for (const raw of [{ id: 1 }, { id: 1, website_id: 1 }])
        expect(await refused(nobody, tool, raw)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('returns the same 404 for a bound website that does not exist and an unbound one', async () => {
    const gone = { database, websiteIds: [999] };
    expect(await ask(gone, 'list_websites')).toEqual({ websites: [] });
    for (const tool of ABOUT_ONE) {
      const unbound = await refused(bound, tool, { id: 1, website_id: OTHER });
      expect(await refused(gone, tool, { id: 1 })).toEqual(unbound);
      expect(await refused(gone, tool, { id: 1, website_id: 999 })).toEqual(unbound);
    }
  });

  test('returns 404 from account performance for a named website that does not exist', async () => {
    const unbound = await refused(bound, 'get_account_performance', { website_id: OTHER });
    const some = { database, websiteIds: [1, 999] };
    expect(await refused(some, 'get_account_performance', { website_id: 999 })).toEqual(unbound);
    expect(await refused(some, 'get_account_performance', { website_ids: [1, 999] })).toEqual(unbound);
    expect(await refused({ database, websiteIds: [999] }, 'get_account_performance')).toEqual(unbound);
  });

  test('reports a website that does not exist before an invalid parameter', async () => {
    for (const { name: tool, parameters, websiteRule } of TOOL_OPERATIONS) {
      if (websiteRule === 'all' || !('window' in parameters)) continue;
      const raw = { website_id: 999, timeframe: 'never', ...('id' in parameters && { id: 'x' }) };
      const problem = await refused({ database, websiteIds: [1, 999] }, tool, raw);
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('leaves websites that do not exist out of account performance', async () => {
    const { data } = await ask({ database, websiteIds: [1, 999] }, 'get_account_performance');
    expect(data.aggregate.website_count).toBe(1);
    expect(idsOf(data.websites)).toEqual([1]);
  });
});

test('rejects a token without the scope on every report', async () => {
  const principal = { ...principalOf([1]), scopes: new Set(['contacts:read'] as const) };
  for (const { name } of TOOL_OPERATIONS)
    await expect(
      runOperation(operationOf(name), { database, principal, raw: { website_id: 'x' }, now: NOW }),
    ).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
});
