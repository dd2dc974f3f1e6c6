import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { formatDay, parseDay, trustedWebsiteId } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { snapshotWebsite } from '@funnel/insights';
import { askNotes } from '../support/ask.ts';

const SITE = trustedWebsiteId(1);
const WEEK = parseDay('2026-11-09') ?? 0;
/** Monday after the week, at the hour of the job. */
const NOW = new Date('2026-11-16T03:00:00Z');
const [FIRST_DAY, BREAK_DAY] = [WEEK - 30, WEEK + 1];
const [FORM, TEST, TIE] = [1, 2, 3];

let testDatabase: TestDatabase;
let database: Database;
let written: readonly string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  const campaign = (id: number, name: string, traffic: number[]) => ({
    id,
    website_id: SITE,
    name,
    cta_type: 'page',
    variants: traffic.map((share, index) => ({
      id: 10 * id + index,
      traffic_percentage: share,
      steps: [{ id: 100 * id + index, name: 'Your details' }],
    })),
  });
  const document = {
    accounts: [{ id: 1, name: 'North' }],
    websites: [{ id: SITE, account_id: 1, name: 'north.example' }],
    campaigns: [
      campaign(FORM, 'Book a call', [100]),
      campaign(TEST, 'Headline', [50, 50]),
      campaign(TIE, 'Colour', [50, 50]),
    ],
  };
  await importCatalog(database, document, { encryptionKey: new Uint8Array(randomBytes(32)), now: NOW });
  const events = [];
  for (let day = FIRST_DAY; day <= WEEK + 6; day++) {
    for (let viewer = 0; viewer < 50; viewer++) {
      events.push(...visit(day, 10 * FORM, viewer < (day < BREAK_DAY ? 8 : 0)));
      // A little better each day, and never clear within a week.
      events.push(...visit(day, 10 * TEST, viewer < 8), ...visit(day, 10 * TEST + 1, viewer < 12));
      const converts = viewer < 8 || (viewer === 8 && day % 9 === 0);
      events.push(...visit(day, 10 * TIE, viewer < 8), ...visit(day, 10 * TIE + 1, converts));
    }
  }
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
  const snapshot = await snapshotWebsite(database, { websiteId: SITE, week: WEEK }, { replace: false });
  written = snapshot.recommendations;
});
afterAll(() => testDatabase.drop());

function visit(day: number, variant: number, converts: boolean) {
  const common = { website_id: SITE, variant_id: variant, visitor_token: newVisitorToken() };
  return (converts ? ['view', 'conversion', 'submission'] : ['view']).map((type) => ({
    ...common,
    event_id: randomUUID(),
    type,
    occurred_at: `${formatDay(day)}T10:00:00Z`,
  }));
}

const notesOn = (id: number) =>
  askNotes({ database, websiteIds: [SITE], now: NOW }, 'get_campaign_report', { id });

test('whether to wait for a decision is said in the words of the report', async () => {
  const said = written.find((text) => text.startsWith('“Colour”: no variant is best'));
  const advice = / (If it stays so.+?|End it.+?)\. /.exec(`${said} `)?.[1] ?? 'no advice';
  const note = (await notesOn(TIE)).find(({ code }) => code.startsWith('variants_'));
  expect(note?.text).toContain(advice);
});

test('a break is told first, with its day, in the words of the report', async () => {
  const [first] = written;
  expect(first).toMatch(
    /^“Book a call” has been broken since 10 November: viewers still come, but of 300 viewers none converted, where 4\d would have before\./,
  );
  const notes = await notesOn(FORM);
  const [, said = ''] = notes[0]?.text.split('Broken since ') ?? [];
  expect(said).not.toBe('');
  expect(first).toContain(said);
});

test('variants are compared over the whole life of their experiment', () => {
  const [winner] = written.filter((text) => text.includes('“Headline”'));
  expect(winner).toMatch(
    /^“Headline”: B beats A beyond chance, .+: B converts 24 % of 1,850 viewers, A 16 % of 1,850 \(since 10 October\)/,
  );
});
