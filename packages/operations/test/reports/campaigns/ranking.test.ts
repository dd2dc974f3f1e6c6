import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { ask } from '../../support/ask.ts';
import { importAll, NOW } from '../../support/catalog.ts';
import { uuid } from '../../support/events.ts';

const CAMPAIGNS = 45;
const DAYS = 20;
const PER_PAGE = 5;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database, {
    accounts: [{ id: 1, name: 'North' }],
    websites: [{ id: 1, account_id: 1, name: 'one.example' }],
    campaigns: Array.from({ length: CAMPAIGNS }, (_, index) => ({
      id: index + 1,
      website_id: 1,
      cta_type: 'bar',
      name: `Campaign ${index + 1}`,
    })),
  });
  // Every tenth event is still pending.
  const events = trafficOfAll();
  const folded = events.filter((_, index) => index % 10 > 0);
  expect((await recordEvents(database, folded, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
});
afterAll(() => testDatabase.drop());

/**
 * Campaigns with the same sums of daily visitors but very different numbers of people: a third of them see new people
 * every day, a third always the same, and a third some of each. Many have equal values.
 */
function trafficOfAll(): object[] {
  const types = ['view', 'conversion', 'completion'];
  let number = 0;
  return Array.from({ length: CAMPAIGNS }, (_, campaign) =>
    Array.from({ length: DAYS }, (_day, day) =>
      types.flatMap((type, kind) =>
        Array.from({ length: 1 + ((campaign * (kind + 3)) % 7) }, (_visitor, index) => {
          const isNew = campaign % 3 === 0 || (campaign % 3 === 1 && index % 2 === 0);
          return {
            event_id: uuid(3, ++number),
            type,
            website_id: 1,
            campaign_id: campaign + 1,
            visitor_token: uuid(4, isNew ? number : index),
            occurred_at: new Date(NOW.getTime() - (day + 1) * 86_400_000).toISOString(),
          };
        }),
      ),
    ).flat(),
  ).flat();
}

async function ids(parameters: Record<string, unknown>): Promise<{ id: number; value: number }[]> {
  const raw = { timeframe: 'last_30_days', ...parameters };
  const { data } = (await ask({ database, websiteIds: [1] }, 'list_campaigns', raw)) as {
    data: { campaigns: { id: number; metrics: Record<string, number> }[] };
  };
  return data.campaigns.map(({ id, metrics }) => ({ id, value: metrics[String(parameters['sort'])] ?? NaN }));
}

test.each(['views', 'conversions', 'completions', 'conversion_rate', 'completion_rate'])(
  'the pages sorted by %s are those of the whole list',
  async (sort) => {
    const all = await ids({ sort, per_page: 50 });
    expect(all).toHaveLength(CAMPAIGNS);
    expect(all).toEqual(all.toSorted((one, other) => other.value - one.value || other.id - one.id));
    for (const page of [1, 2, 3, 9, 10])
      expect(await ids({ sort, page, per_page: PER_PAGE })).toEqual(
        all.slice((page - 1) * PER_PAGE, page * PER_PAGE),
      );
  },
);
