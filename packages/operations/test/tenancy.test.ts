import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { TIMEFRAMES } from '@funnel/domain';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { REPORTS, runReport } from '../src/index.ts';
import { ask, principalOf, type Query, refused } from './support/ask.ts';
import { CAMPAIGNS, catalog, importAll, NOW } from './support/catalog.ts';
import { randomEvents, wireEvent } from './support/events.ts';
import { insertSnapshots } from './support/snapshots.ts';

/** Website 1 is North's, website 2 South's, whose names, ids and numbers must never be seen through the other. */
const OWN = 1;
const OTHER = 2;
const ABOUT_ONE = REPORTS.filter(({ websiteRule }) => websiteRule === 'one').map(({ tool }) => tool);
const idsOf = (all: { id: number }[]) => all.map(({ id }) => id);
const byTool = (websiteId: number): Record<string, number[]> => {
  const campaigns = CAMPAIGNS.filter(({ website_id }) => website_id === websiteId);
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  return {
    get_campaign_report: idsOf(campaigns),
    get_variant_report: idsOf(variants),
    get_step_report: idsOf(steps),
    get_element_report: idsOf(steps.flatMap((step) => step.elements)),
  };
};

let testDatabase: TestDatabase;
let database: Database;
let bound: { database: Database; websiteIds: number[] };
/** The same with nothing of the other website in it: what the answers must look like. */
let alone: TestDatabase;

/** A campaign of each website with the very same ids all the way down. */
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
    const own = byTool(OWN);
    const sharedIds: Record<string, number> = {
      get_campaign_report: SHARED.id,
      get_variant_report: SHARED.variant,
      get_step_report: SHARED.step,
      get_element_report: SHARED.element,
    };
    for (const { tool } of REPORTS) {
      const ids: Query[] = own[tool]
        ? [own[tool].at(0), own[tool].at(-1), sharedIds[tool]].map((id) => ({ id }))
        : [{}];
      for (const id of ids)
        for (const timeframe of TIMEFRAMES) {
          const raw = {
            ...id,
            timeframe,
            range_start: '2026-02-01',
            range_end: '2026-10-10',
            previous_period: true,
            ...(tool === 'get_website_report' ? {} : { group_by: 'month' }),
            sort: 'views',
          };
          const answer = await ask(bound, tool, raw);
          expect(answer).toEqual(await ask({ database: alone.database, websiteIds: [OWN] }, tool, raw));
          expect(JSON.stringify(answer)).not.toMatch(/two\.example|three\.example|South|Of two/);
        }
    }
  });

  test('an id of the other website and one that no website has get the same body', async () => {
    for (const [tool, ids] of Object.entries(byTool(OTHER))) {
      const unknown = await refused(bound, tool, { id: 999_999_999 });
      expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
      for (const id of ids)
        for (const raw of [{ id }, { id, website_id: OWN }, { id: String(id), group_by: 'day' }])
          expect(await refused(bound, tool, raw)).toEqual(unknown);
    }
  });

  test('an id of one website is not found through another website of the same token', async () => {
    const both = { database, websiteIds: [1, 2] };
    for (const [tool, [id]] of Object.entries(byTool(OTHER))) {
      expect(await refused(both, tool, { id, website_id: 1 })).toMatchObject({ status: 404 });
      expect((await ask(both, tool, { id, website_id: 2 })).data.id).toBe(id);
    }
  });

  test('an id of one level is no id of another', async () => {
    for (const [tool, ids] of Object.entries(byTool(OWN)))
      for (const [other, foreign] of Object.entries(byTool(OWN)))
        for (const id of other === tool ? [] : foreign.filter((one) => !ids.includes(one)).slice(0, 3))
          expect(await refused(bound, tool, { id })).toMatchObject({ status: 404 });
  });
});

describe('a website outside the binding', () => {
  test('unbound and unknown get the same body, on every report', async () => {
    for (const tool of [...ABOUT_ONE, 'get_account_performance']) {
      const id = byTool(OTHER)[tool]?.[0] ?? 1;
      const unknown = await refused(bound, tool, { id, website_id: 999_999 });
      expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
      for (const raw of [{ website_id: OTHER }, { website_id: '2' }, { website_id: 2_147_483_647 }])
        expect(await refused(bound, tool, { id, ...raw })).toEqual(unknown);
    }
    const some = await refused(bound, 'get_account_performance', { website_ids: [OWN, 999_999] });
    expect(await refused(bound, 'get_account_performance', { website_ids: [OWN, OTHER] })).toEqual(some);
  });

  test('website_ids names none of it where only website_id counts', async () => {
    for (const tool of ABOUT_ONE) {
      const raw = { id: byTool(OWN)[tool]?.[0] };
      expect(await ask(bound, tool, { ...raw, website_ids: [OTHER] })).toEqual(await ask(bound, tool, raw));
    }
  });
});

describe('a binding without a website that exists', () => {
  test('without websites there is nothing: an empty list, and 404 for all else', async () => {
    const nobody = { database, websiteIds: [] };
    expect(await ask(nobody, 'list_websites')).toEqual({ websites: [] });
    for (const tool of [...ABOUT_ONE, 'get_account_performance'])
      for (const raw of [{ id: 1 }, { id: 1, website_id: 1 }])
        expect(await refused(nobody, tool, raw)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('a bound website that does not exist is answered as an unbound one is', async () => {
    const gone = { database, websiteIds: [999] };
    expect(await ask(gone, 'list_websites')).toEqual({ websites: [] });
    for (const tool of ABOUT_ONE) {
      const unbound = await refused(bound, tool, { id: 1, website_id: OTHER });
      expect(await refused(gone, tool, { id: 1 })).toEqual(unbound);
      expect(await refused(gone, tool, { id: 1, website_id: 999 })).toEqual(unbound);
    }
  });

  test('account performance: one that was named and does not exist is 404, as is a binding of none', async () => {
    const unbound = await refused(bound, 'get_account_performance', { website_id: OTHER });
    const some = { database, websiteIds: [1, 999] };
    expect(await refused(some, 'get_account_performance', { website_id: 999 })).toEqual(unbound);
    expect(await refused(some, 'get_account_performance', { website_ids: [1, 999] })).toEqual(unbound);
    expect(await refused({ database, websiteIds: [999] }, 'get_account_performance')).toEqual(unbound);
  });

  test('a website that does not exist is said before a wrong parameter', async () => {
    for (const { tool, parameters, websiteRule } of REPORTS) {
      if (websiteRule === 'all' || !('timeframe' in parameters)) continue;
      const raw = { website_id: 999, timeframe: 'never', ...('id' in parameters && { id: 'x' }) };
      const problem = await refused({ database, websiteIds: [1, 999] }, tool, raw);
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('account performance over all of a binding leaves out what does not exist', async () => {
    const { data } = await ask({ database, websiteIds: [1, 999] }, 'get_account_performance');
    expect(data.aggregate.website_count).toBe(1);
    expect(idsOf(data.websites)).toEqual([1]);
  });
});

test('a token without the scope gets nothing', async () => {
  const principal = { ...principalOf([1]), scopes: new Set(['contacts:read'] as const) };
  for (const report of REPORTS)
    await expect(
      runReport(report, { database, principal, raw: { website_id: 'x' }, now: NOW }),
    ).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
});
