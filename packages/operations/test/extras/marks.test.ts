import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { formatDay, parseDay } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { askExtras, type Query } from '../support/ask.ts';
import { NOW } from '../support/catalog.ts';

const day = (date: string) => parseDay(date) ?? 0;
const TODAY = day('2026-11-14');
/** Campaign 1 has existed as long as its website, 2 began later, 3 ended, 4 is archived but still viewed. */
const VIEWED: Record<number, { first: number; last: number }> = {
  1: { first: day('2026-09-01'), last: TODAY },
  2: { first: day('2026-10-20'), last: TODAY },
  3: { first: day('2026-09-05'), last: day('2026-11-03') },
  4: { first: day('2026-09-10'), last: TODAY },
};

let testDatabase: TestDatabase;
let database: Database;

const load = (split: number[], now: Date) =>
  importCatalog(
    database,
    {
      accounts: [{ id: 1, name: 'North' }],
      websites: [{ id: 1, account_id: 1, name: 'north.example' }],
      campaigns: [1, 2, 3, 4].map((id) => ({
        id,
        website_id: 1,
        name: `Offer ${id}`,
        cta_type: 'bar',
        status: id > 2 ? 'archived' : 'live',
        variants: split.map((traffic, index) => ({
          id: id * 10 + index,
          traffic_percentage: id === 2 ? traffic : 50,
        })),
      })),
    },
    { encryptionKey: new Uint8Array(32).fill(7), now },
  );

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await load([50, 50], new Date('2026-09-01T00:00:00Z'));
  await load([80, 20], new Date('2026-11-09T23:59:00Z'));
  const events = Object.entries(VIEWED).flatMap(([id, { first, last }]) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({
      event_id: randomUUID(),
      type: 'view',
      website_id: 1,
      variant_id: Number(id) * 10,
      visitor_token: newVisitorToken(),
      occurred_at: `${formatDay(first + index)}T08:00:00Z`,
    })),
  );
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
});
afterAll(() => testDatabase.drop());

const marksOf = async (
  tool: 'get_website_report' | 'get_campaign_report' | 'get_variant_report',
  raw: Query,
) => (await askExtras({ database, websiteIds: [1] }, tool, raw)).marks;

const LAUNCH = { date: '2026-10-20', kind: 'launch', campaign_id: 2, text: '“Offer 2” began on 20 October.' };
const END = { date: '2026-11-03', kind: 'end', campaign_id: 3, text: '“Offer 3” ended on 3 November.' };
const SPLIT = {
  date: '2026-11-09',
  kind: 'split',
  campaign_id: 2,
  text: '“Offer 2”: the split changed on 9 November.',
};

test('the website report marks what began, ended and was split, oldest first', async () => {
  expect(await marksOf('get_website_report', {})).toEqual([LAUNCH, END, SPLIT]);
  expect(await marksOf('get_website_report', { timeframe: 'all_time' })).toEqual([
    { ...LAUNCH, date: '2026-09-05', campaign_id: 3, text: '“Offer 3” began on 5 September.' },
    {
      ...LAUNCH,
      date: '2026-09-10',
      campaign_id: 4,
      text: '“Offer 4” began on 10 September.',
    },
    LAUNCH,
    END,
    SPLIT,
  ]);
});

test('only days of the window are marked, its first and its last included', async () => {
  const within = (start: string, end: string) =>
    marksOf('get_website_report', { range_start: start, range_end: end });
  expect(await within('2026-10-20', '2026-11-03')).toEqual([LAUNCH, END]);
  expect(await within('2026-10-21', '2026-11-02')).toEqual([]);
  expect(await within('2026-11-04', '2026-11-09')).toEqual([SPLIT]);
});

test('a campaign and its variants have the marks of the campaign', async () => {
  expect(await marksOf('get_campaign_report', { id: 2 })).toEqual([LAUNCH, SPLIT]);
  expect(await marksOf('get_variant_report', { id: 21 })).toEqual([LAUNCH, SPLIT]);
  expect(await marksOf('get_campaign_report', { id: 3 })).toEqual([END]);
  expect(await marksOf('get_campaign_report', { id: 1, timeframe: 'all_time' })).toEqual([]);
  expect(await marksOf('get_campaign_report', { id: 4 })).toEqual([]);
});
