import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { formatDay, parseDay } from '@funnel/domain';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import type { ToolName } from '../../src/index.ts';
import { ask, askExtras, askNotes } from '../support/ask.ts';
import { NOW } from '../support/catalog.ts';

const [FUNNEL, TEST] = [1, 2];
const FIRST_DAY = parseDay('2026-11-01') ?? 0;

let testDatabase: TestDatabase;
let database: Database;

const load = (campaigns: object[], now = NOW) =>
  importCatalog(
    database,
    {
      accounts: [{ id: 1, name: 'North' }],
      websites: [{ id: 1, account_id: 1, name: 'north.example' }],
      campaigns,
    },
    { encryptionKey: new Uint8Array(32).fill(7), now },
  );

const testOf = (...traffic: number[]) => ({
  id: TEST,
  website_id: 1,
  name: 'Headline',
  cta_type: 'page',
  variants: traffic.map((share, index) => ({ id: 20 + index, traffic_percentage: share })),
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  const elements = [
    { id: 1000, name: 'Size\n“quiz”', element_type: 'quiz' },
    { id: 1001, element_type: 'product_hero' },
  ];
  const steps = [{ id: 100, name: 'Your size', elements }];
  const funnel = {
    id: FUNNEL,
    website_id: 1,
    name: 'Find it',
    cta_type: 'page',
    variants: [{ id: 10, steps }],
  };
  await load([funnel, testOf(50, 50)], new Date('2026-10-01T00:00:00Z'));
  const view = (day: number, ids: object) => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: newVisitorToken(),
    occurred_at: `${formatDay(day)}T08:00:00Z`,
    ...ids,
  });
  const events = Array.from({ length: 13 }, (_, day) => FIRST_DAY + day).flatMap((day) => [
    ...Array.from({ length: 30 }, () => view(day, { variant_id: 20 })),
    ...Array.from({ length: 30 }, () => view(day, { variant_id: 21 })),
    view(day, { step_id: 100 }),
  ]);
  expect((await recordEvents(database, events, { now: NOW })).refused).toEqual([]);
  await foldPending(database, { minEvents: 1 });
});
afterAll(() => testDatabase.drop());

const asking = () => ({ database, websiteIds: [1], now: NOW });
const textOf = async (code: string, tool: ToolName, raw: object) =>
  (await askNotes(asking(), tool, { ...raw })).find((note) => note.code === code)?.text;
const namesOf = async (tool: ToolName, raw: object) => (await askExtras(asking(), tool, { ...raw })).names;

test('a level with one entry names the ids below it', async () => {
  const elements = "1000 (quiz “Size 'quiz'”) and 1001 (product hero)";
  expect(await textOf('below', 'get_campaign_report', { id: FUNNEL })).toBe(
    `The only variant is 10, its only step 100 (“Your size”), with elements ${elements}.`,
  );
  expect(await textOf('below', 'get_variant_report', { id: 10 })).toBe(
    `Its only step 100 (“Your size”), with elements ${elements}.`,
  );
  expect(await textOf('below', 'get_campaign_report', { id: TEST })).toBeUndefined();
});

test('names of steps and elements are beside the body, which stays as it is', async () => {
  const steps = { 100: 'Your size' };
  const elements = { 1000: 'Size\n“quiz”' };
  expect(await namesOf('get_variant_report', { id: 10 })).toEqual({ steps, elements: {} });
  expect(await namesOf('get_step_report', { id: 100 })).toEqual({ steps, elements });
  expect(await namesOf('get_element_report', { id: 1000 })).toEqual({ steps: {}, elements });
  const step = await ask(asking(), 'get_step_report', { id: 100 });
  expect(Object.keys(step.data)).toEqual(['id', 'position', 'metrics', 'elements']);
  expect(Object.keys(step.data.elements[0])).toEqual(['id', 'element_type', 'position', 'metrics']);
  const variant = await ask(asking(), 'get_variant_report', { id: 10 });
  expect(Object.keys(variant.data.funnel_steps[0])).toEqual(['id', 'position', 'metrics']);
});

test('an experiment is judged since its split last changed, and the split is not called wrong', async () => {
  const verdict = () => textOf('variants_too_few', 'get_campaign_report', { id: TEST });
  expect(await verdict()).toMatch(/\(viewers since \d+ \w+: A 390, B 390\)/);
  // The same split again changes nothing.
  await load([testOf(50, 50)], new Date('2026-11-10T12:00:00Z'));
  expect(await verdict()).toMatch(/\(viewers since \d+ \w+: A 390, B 390\)/);
  await load([testOf(80, 20)], new Date('2026-11-11T12:00:00Z'));
  expect(await verdict()).toContain('(viewers since the split changed on 11 November: A 60, B 60)');
  const month = { id: TEST, timeframe: 'this_month' };
  expect(await textOf('split_mismatch', 'get_campaign_report', month)).toBeUndefined();
  const after = { id: TEST, range_start: '2026-11-12', range_end: '2026-11-13' };
  expect(await textOf('split_mismatch', 'get_campaign_report', after)).toMatch(
    /^“Headline”: variant [AB] got 50 % of the viewers, not (80|20) % as configured/,
  );
  // On the day of the change nobody is compared yet, and both variants have been viewed.
  await load([testOf(60, 40)]);
  expect(await verdict()).toMatch(
    /too early to compare \(viewers since the split changed on \d+ \w+: A 0, B 0\)/,
  );
});
