import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { parseDay } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { askNotes } from '../support/ask.ts';
import { visit } from '../support/visits.ts';

const NOW = new Date('2026-11-14T12:00:00Z');
const TODAY = parseDay('2026-11-14') ?? 0;
const BREAK_DAY = TODAY - 7;
const CAMPAIGNS = Array.from({ length: 12 }, (_, index) => index + 1);

let testDatabase: TestDatabase;
let database: Database;

const load = (status: string) =>
  importCatalog(
    database,
    {
      accounts: [{ id: 1, name: 'North' }],
      websites: [{ id: 1, account_id: 1, name: 'north.example' }],
      campaigns: CAMPAIGNS.map((id) => ({ id, website_id: 1, name: `Offer ${id}`, cta_type: 'bar', status })),
    },
    { encryptionKey: new Uint8Array(32).fill(7), now: NOW },
  );

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await load('live');
  const events = CAMPAIGNS.flatMap((campaign) =>
    Array.from({ length: 50 }, (_, index) => TODAY - 50 + index).flatMap((day) =>
      Array.from({ length: 3 }, (_, viewer) =>
        visit(day, { campaign_id: campaign }, day < BREAK_DAY && (day + campaign + viewer) % 9 === 0),
      ).flat(),
    ),
  );
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
});
afterAll(() => testDatabase.drop());

const first = async () =>
  (await askNotes({ database, websiteIds: [1], now: NOW }, 'get_website_report', {}))[0];

test('campaigns that are too small to tell alone tell together that nobody converts any more', async () => {
  expect(await first()).toEqual({
    code: 'broken',
    text: expect.stringMatching(
      /^The website as a whole has been broken since 7 November: of 252 viewers none converted, where 2[78] would have before\.$/,
    ),
  });
});

test('but not those that were archived', async () => {
  await load('archived');
  expect((await first())?.code).not.toBe('broken');
});
