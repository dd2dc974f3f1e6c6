import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { parseDay } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { askNotes } from '../support/ask.ts';
import { NOW } from '../support/catalog.ts';
import { visit } from '../support/visits.ts';

const TODAY = parseDay('2026-11-14') ?? 0;

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  const variants = [50, 50].map((share, index) => ({ id: 10 + index, traffic_percentage: share }));
  await importCatalog(
    database,
    {
      accounts: [{ id: 1, name: 'North' }],
      websites: [{ id: 1, account_id: 1, name: 'north.example' }],
      campaigns: [{ id: 1, website_id: 1, name: 'Headline', cta_type: 'page', variants }],
    },
    { encryptionKey: new Uint8Array(32).fill(7), now: NOW },
  );
  // Ten viewers a day of each, of whom four convert; of B none since 3 November, which the whole campaign hides.
  const events = Array.from({ length: 60 }, (_, index) => TODAY - 60 + index).flatMap((day) =>
    variants.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, viewer) =>
        visit(day, { variant_id: id }, viewer < 4 && (id === 10 || day < TODAY - 11)),
      ).flat(),
    ),
  );
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
});
afterAll(() => testDatabase.drop());

test('a variant that broke is named although the others hide it, and does not just lose', async () => {
  const notes = await askNotes({ database, websiteIds: [1], now: NOW }, 'get_campaign_report', { id: 1 });
  expect(notes[0]).toEqual({
    code: 'broken',
    text: 'Broken since 3 November: viewers still come, but of 110 viewers none converted, where 44 would have before. Only variant B is broken. Check what converts and its tracking first.',
  });
});
