import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type Body, ask, type Query } from './support/ask.ts';
import { importAll, NOW } from './support/catalog.ts';
import { uuid } from './support/events.ts';

let testDatabase: TestDatabase;
let database: Database;
let eventNumber = 0;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterEach(() => testDatabase.drop());

const website = { id: 1, account_id: 1, name: 'one.example' };
const accounts = [{ id: 1, name: 'North' }];
const importCampaigns = (campaigns: Query[]) =>
  importAll(database, {
    accounts,
    websites: [website],
    campaigns: campaigns.map((campaign) => ({
      website_id: 1,
      cta_type: 'bar',
      name: 'A campaign',
      ...campaign,
    })),
  });

/** Records today's events of a campaign; each count comes from as many visitors. */
async function recordCampaign(
  campaign_id: number,
  counts: { views?: number; conversions?: number; completions?: number; orders?: number[] },
): Promise<void> {
  const event = (type: string, index: number, more: Query = {}) => ({
    event_id: uuid(3, ++eventNumber),
    type,
    website_id: 1,
    campaign_id,
    visitor_token: uuid(4, index),
    occurred_at: '2026-11-14T08:00:00Z',
    ...more,
  });
  const times = (type: string, count = 0) => Array.from({ length: count }, (_, index) => event(type, index));
  await recordEvents(
    database,
    [
      ...times('view', counts.views),
      ...times('conversion', counts.conversions),
      ...times('completion', counts.completions),
      ...(counts.orders ?? []).map((revenue, index) => event('order', index, { revenue })),
    ],
    { now: NOW },
  );
}

async function order(raw: Query = {}): Promise<number[]> {
  const { data } = await ask({ database, websiteIds: [1] }, 'list_campaigns', raw);
  return data.campaigns.map(({ id }: Body) => id);
}

describe('the campaigns list', () => {
  test('is sorted newest first, to the millisecond, then by id, highest first', async () => {
    await importCampaigns([
      { id: 1, created_at: '2026-01-01T00:00:00.002Z' },
      { id: 2, created_at: '2026-01-01T00:00:00.001Z' },
      { id: 3, created_at: '2026-01-01T00:00:00.001Z' },
      { id: 4, created_at: '2025-12-31T23:00:00.000-01:30' },
    ]);
    expect(await order()).toEqual([4, 1, 3, 2]);
    expect(await order({ sort: 'created_at' })).toEqual([4, 1, 3, 2]);
  });

  test('sorts by published_at, to the millisecond, with unpublished campaigns last', async () => {
    await importCampaigns([
      { id: 1, published_at: null, created_at: '2026-05-05T00:00:00Z' },
      { id: 2, published_at: '2026-01-01T00:00:00.001Z' },
      { id: 3, published_at: '2026-01-01T00:00:00.002Z' },
      { id: 4, published_at: null, created_at: '2026-04-04T00:00:00Z' },
      { id: 5, published_at: '2026-01-01T00:00:00.001Z' },
    ]);
    expect(await order({ sort: 'published_at' })).toEqual([3, 5, 2, 4, 1]);
  });

  test('sorts by a metric, then by id, highest first, including campaigns without activity', async () => {
    await importCampaigns([1, 2, 3, 4, 5].map((id) => ({ id })));
    await recordCampaign(2, { views: 3, conversions: 1, completions: 2, orders: [5] });
    await recordCampaign(3, { views: 3, conversions: 2, completions: 1, orders: [5] });
    await recordCampaign(4, { views: 4, conversions: 2, completions: 1, orders: [2, 2] });
    expect(await order({ sort: 'views' })).toEqual([4, 3, 2, 5, 1]);
    expect(await order({ sort: 'conversions' })).toEqual([4, 3, 2, 5, 1]);
    expect(await order({ sort: 'completions' })).toEqual([2, 4, 3, 5, 1]);
    expect(await order({ sort: 'revenue' })).toEqual([3, 2, 4, 5, 1]);
    expect(await order({ sort: 'aov' })).toEqual([3, 2, 4, 5, 1]);
    expect(await order({ sort: 'conversion_rate' })).toEqual([3, 4, 2, 5, 1]);
    expect(await order({ sort: 'completion_rate' })).toEqual([2, 3, 4, 5, 1]);
  });

  test('sorts by the exact rate or aov, not by the rounded value', async () => {
    await importCampaigns([1, 2, 3].map((id) => ({ id })));
    await recordCampaign(1, { views: 1000, conversions: 1, orders: [1, 1, 0.99] });
    await recordCampaign(2, { views: 999, conversions: 1, orders: [0.99, 1] });
    await recordCampaign(3, { views: 1001, conversions: 1, orders: [0.99, 1, 1, 1] });
    const { data } = await ask({ database, websiteIds: [1] }, 'list_campaigns', { sort: 'conversion_rate' });
    expect(data.campaigns.map(({ id, metrics }: Body) => [id, metrics.conversion_rate])).toEqual([
      [2, 0.1],
      [1, 0.1],
      [3, 0.1],
    ]);
    // 0.9967, 0.995 and 0.9975 are all shown as 1.
    const byValue = await ask({ database, websiteIds: [1] }, 'list_campaigns', { sort: 'aov' });
    expect(byValue.data.campaigns.map(({ id, metrics }: Body) => [id, metrics.aov])).toEqual([
      [3, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  test('sorts by visitors or by events, depending on count_type', async () => {
    await importCampaigns([1, 2].map((id) => ({ id })));
    await recordCampaign(1, { views: 2 });
    await recordCampaign(1, { views: 2 });
    await recordCampaign(2, { views: 3 });
    expect(await order({ sort: 'views' })).toEqual([2, 1]);
    expect(await order({ sort: 'views', count_type: 'total' })).toEqual([1, 2]);
  });

  test('is paginated after sorting, with at most 50 campaigns per page', async () => {
    await importCampaigns(
      Array.from({ length: 120 }, (_, index) => ({ id: index + 1, created_at: '2026-01-01T00:00:00Z' })),
    );
    const { data } = await ask({ database, websiteIds: [1] }, 'list_campaigns', { per_page: 500, page: 3 });
    expect(data.pagination).toEqual({ page: 3, per_page: 50, total_entries: 120, total_pages: 3 });
    expect(data.campaigns.map(({ id }: Body) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 - index),
    );
    await recordCampaign(60, { views: 1 });
    expect((await order({ sort: 'views' })).slice(0, 2)).toEqual([60, 120]);
  });

  test('is empty and has no pages for a website without campaigns', async () => {
    await importCampaigns([]);
    const { data } = await ask({ database, websiteIds: [1] }, 'list_campaigns', { sort: 'views' });
    expect(data).toEqual({
      campaigns: [],
      pagination: { page: 1, per_page: 25, total_entries: 0, total_pages: 0 },
    });
  });
});

describe('experiments', () => {
  const experiments = async (raw: Query = {}) =>
    (await ask({ database, websiteIds: [1] }, 'list_experiments', raw)).data.experiments;
  const split = (id: number, traffic: number[], more: Query = {}) => ({
    id,
    ...more,
    variants: traffic.map((traffic_percentage, index) => ({
      id: id * 10 + index,
      variation: 'dcba'[index],
      traffic_percentage,
    })),
  });

  test('are live campaigns with at least two variants that get traffic, and list only those variants', async () => {
    await importCampaigns([
      split(1, [50, 50]),
      split(2, [100, 0]),
      split(3, [100]),
      split(4, []),
      split(5, [50, 50], { status: 'archived' }),
      split(6, [50, 0, 50]),
      split(7, [0, 0]),
      split(8, [1, 1, 1, 1]),
    ]);
    const found = await experiments();
    expect(
      found.map(({ campaign_id, variants }: Body) => [campaign_id, variants.map(({ id }: Body) => id)]),
    ).toEqual([
      [8, [83, 82, 81, 80]],
      [6, [62, 60]],
      [1, [11, 10]],
    ]);
    expect(Object.keys(found[0])).toEqual(['campaign_id', 'campaign_name', 'cta_type', 'variants']);
  });

  test('are sorted newest first, then by id, highest first; limit defaults to 25 and is at most 50', async () => {
    await importCampaigns(
      Array.from({ length: 60 }, (_, index) =>
        split(index + 1, [50, 50], {
          created_at: index === 9 ? '2026-02-02T00:00:00Z' : '2026-01-01T00:00:00Z',
        }),
      ),
    );
    const ids = (found: Body[]) => found.map(({ campaign_id }) => campaign_id);
    expect(ids(await experiments({ limit: 3 }))).toEqual([10, 60, 59]);
    expect(await experiments()).toHaveLength(25);
    expect(await experiments({ limit: 51 })).toHaveLength(50);
  });

  test('are an empty list if there are none', async () => {
    await importCampaigns([split(1, [100])]);
    expect(await experiments({ previous_period: true })).toEqual([]);
  });

  test('answers the widest range for the longest list', async () => {
    await importCampaigns(Array.from({ length: 50 }, (_, index) => split(index + 1, [25, 25, 25, 25])));
    const widest = { timeframe: 'custom', range_start: '1970-01-01', range_end: '9999-12-31' };
    expect(await experiments({ ...widest, limit: 50, previous_period: true })).toHaveLength(50);
  });
});
