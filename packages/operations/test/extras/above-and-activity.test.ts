import type { Database } from '@funnel/db';
import { recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { askExtras } from '../support/ask.ts';
import { catalog, importAll, NOW } from '../support/catalog.ts';

/** A name for one step; the other names are those of the catalog. */
const CAMPAIGN = {
  id: 900,
  website_id: 1,
  name: 'Named',
  cta_type: 'bar',
  variants: [
    {
      id: 9000,
      name: 'Blue',
      variation: 'a',
      traffic_percentage: 100,
      steps: [
        { id: 90_000, name: 'Welcome', elements: [{ id: 900_000, element_type: 'button' }] },
        { id: 90_001, elements: [{ id: 900_001, element_type: 'form' }] },
      ],
    },
  ],
};

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database, { ...catalog, campaigns: [...catalog.campaigns, CAMPAIGN] });
  const event = {
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    element_id: 900_000,
    visitor_token: newVisitorToken(),
    occurred_at: '2026-11-12T08:00:00Z',
  };
  expect((await recordEvents(database, [event], { now: NOW })).refused).toEqual([]);
});
afterAll(() => testDatabase.drop());

const one = () => ({ database, websiteIds: [1] });

test('a report below a campaign says what it belongs to', async () => {
  const campaign = { id: 900, name: 'Named' };
  const variant = { id: 9000, name: 'Blue', variation: 'a' };
  expect((await askExtras(one(), 'get_variant_report', { id: 9000 })).above).toEqual({ campaign });
  expect((await askExtras(one(), 'get_step_report', { id: 90_000 })).above).toEqual({ campaign, variant });
  expect((await askExtras(one(), 'get_element_report', { id: 900_000 })).above).toEqual({
    campaign,
    variant,
    step: { id: 90_000, position: 1, name: 'Welcome' },
  });
  const { above } = await askExtras(one(), 'get_element_report', { id: 900_001 });
  expect(above?.step).toEqual({ id: 90_001, position: 2, name: null });
});

test('what has arrived is said of each website; campaigns are counted where no event has', async () => {
  const campaignsOf = (id: number) => catalog.campaigns.filter(({ website_id }) => website_id === id).length;
  const expected = {
    1: {
      first_day: '2026-11-12',
      last_day: '2026-11-12',
      last_event_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
    2: { first_day: null, last_day: null, last_event_at: null, campaigns: campaignsOf(2) },
  };
  const both = { database, websiteIds: [1, 2] };
  expect((await askExtras(both, 'get_account_performance')).activity).toEqual(expected);
  expect((await askExtras(both, 'list_websites')).activity).toEqual(expected);
  const website = await askExtras(both, 'get_website_report', { website_id: 2 });
  expect(website.activity).toEqual({ 2: expected[2] });
});
