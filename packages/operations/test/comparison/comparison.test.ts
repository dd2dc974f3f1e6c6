import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database } from '@funnel/db';
import { foldPending, recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { operationOf, runOperation, type ToolName } from '../../src/index.ts';
import { ask, askExtras, askNotes, principalOf, type Query, refused } from '../support/ask.ts';
import { importAll, NOW } from '../support/catalog.ts';
import { randomEvents, uuid, wireEvent } from '../support/events.ts';

let testDatabase: TestDatabase;
let database: Database;

/** Until the last evening of the tests. */
const LAST = new Date('2026-11-30T23:59:00Z');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importAll(database);
  const options = { count: 4_000, seed: 44, from: '2026-03-03', to: '2026-11-30', visitors: 400 };
  const events = randomEvents(options)
    .map(wireEvent)
    .filter(({ occurred_at }) => String(occurred_at) < LAST.toISOString());
  expect((await recordEvents(database, events, { now: LAST })).refused).toEqual([]);
});
afterAll(() => testDatabase.drop());

const at = (now: string, websiteIds = [1]) => ({ database, websiteIds, now: new Date(now) });
const compared = async (now: string, tool: ToolName, raw: Query = {}, websiteIds?: number[]) =>
  (await askExtras(at(now, websiteIds), tool, raw)).comparison;
const noteOf = async (now: string, tool: ToolName, raw: Query = {}, websiteIds?: number[]) =>
  (await askNotes(at(now, websiteIds), tool, { previous_period: true, ...raw })).find(
    ({ code }) => code === 'comparison',
  )?.text;
const site = 'get_website_report';
/** A Thursday, at four. */
const THURSDAY = '2026-11-19T04:00:00Z';

/** The reports about one thing, and the entries of lists. */
const SUBJECTS: readonly (readonly [ToolName, Query])[] = [
  [site, {}],
  ['get_campaign_report', { id: 1 }],
  ['get_variant_report', { id: 10 }],
  ['get_step_report', { id: 100 }],
  ['get_element_report', { id: 1_000 }],
];

describe('the numbers of a comparison are those of a report about its days', () => {
  const windows = ['this_week', 'this_month', 'this_quarter', 'last_7_days', 'last_30_days', 'last_24_hours'];

  test.each(SUBJECTS)('%s', async (tool, more) => {
    for (const count_type of ['distinct', 'total'])
      for (const timeframe of windows) {
        const raw = { ...more, timeframe, count_type };
        const found = await compared(THURSDAY, tool, raw);
        for (const [days, metrics] of [
          [found?.window, found?.metrics?.current],
          [found?.base, found?.metrics?.base],
        ] as const) {
          const range = { range_start: days?.start, range_end: days?.end };
          const { data } = await ask(at(THURSDAY), tool, { ...more, ...range, count_type });
          expect(metrics).toEqual(data.metrics);
        }
      }
  });

  test('of lists, by id, while events are pending and when they are folded', async () => {
    for (const isFolded of [false, true]) {
      if (isFolded) await foldPending(database, { minEvents: 1 });
      const found = await compared(THURSDAY, 'list_campaigns', { timeframe: 'this_month' });
      const rows = async (days: { start: string; end: string } | undefined) => {
        const range = { range_start: days?.start, range_end: days?.end };
        const { data } = await ask(at(THURSDAY), 'list_campaigns', range);
        return new Map<number, { views: number; revenue: number }>(
          data.campaigns.map(({ id, metrics }: { id: number; metrics: object }) => [id, metrics]),
        );
      };
      const [now, before] = [await rows(found?.window), await rows(found?.base)];
      expect(new Set(Object.keys(found?.parts ?? {}))).toEqual(new Set([...now.keys()].map(String)));
      for (const [id, { views }] of now) {
        const views0 = before.get(id)?.views ?? 0;
        const change = views0 === 0 ? null : Math.round((10_000 * (views - views0)) / views0) / 100;
        expect(found?.parts?.[id]?.changes['views']).toBeCloseTo(change ?? 0, 1);
      }
    }
  });
});

describe('what is said about a change', () => {
  test('names the days like the complete ones, and warns of the changes of the answer', async () => {
    expect(await noteOf(THURSDAY, site, { timeframe: 'this_week' })).toMatch(
      /^Fair comparison: Monday to Wednesday against Monday to Wednesday of last week\. Viewers [+−0-9]/,
    );
    expect(await noteOf(THURSDAY, site, { timeframe: 'this_week' })).toMatch(
      / could be chance\. The changes in this answer compare with 12 to 15 November, and today is not over: do not quote them\.$/,
    );
    expect(await noteOf(THURSDAY, site, { timeframe: 'this_month' })).toMatch(
      /^Fair comparison: 1 to 18 November against 1 to 18 October\. /,
    );
    const weeks = { range_start: '2026-11-02', range_end: '2026-11-15' };
    expect(await noteOf(THURSDAY, site, weeks)).toMatch(/^Compared with 19 October to 1 November\. Viewers /);
    expect(await noteOf(THURSDAY, site, weeks)).not.toContain('do not quote');
  });

  test('a day that is not over is not judged, and nobody is told why it changed', async () => {
    for (const tool of [site, 'get_account_performance', 'list_campaigns'] as const)
      for (const hour of ['00:05', '04:20', '23:55']) {
        const all = await askNotes(at(`2026-11-19T${hour}:00Z`), tool, {
          timeframe: 'today',
          previous_period: true,
        });
        expect(all.find(({ code }) => code === 'comparison')?.text).toBe(
          'Today is not over, so it is not compared yet. The changes in this answer set a part of a day against a whole one: do not quote them.',
        );
        expect(all.map(({ text }) => text).join(' ')).not.toMatch(/beyond chance/);
        expect(all.map(({ code }) => code)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/_change$/)]),
        );
      }
    expect(await compared(THURSDAY, site, { timeframe: 'today' })).toEqual({
      text: 'Today is not over, so it is not compared yet.',
    });
  });

  test('a list has one sentence on all changes', async () => {
    const calm = { range_start: '2026-10-05', range_end: '2026-10-18' };
    expect(await noteOf(THURSDAY, 'list_campaigns', calm)).toBe(
      'Compared with 21 September to 4 October. None of the campaigns changed beyond chance.',
    );
    expect(await noteOf(THURSDAY, 'get_account_performance', calm, [1, 2, 3])).toBe(
      'Compared with 21 September to 4 October. None of the websites changed beyond chance.',
    );
    expect(await noteOf(THURSDAY, 'list_campaigns', { timeframe: 'last_30_days' })).toMatch(
      /\. Beyond chance: “Campaign 7” orders 16 after 0, .*\. The changes of the other campaigns could be chance\. The changes in this answer compare with 21 September to 20 October, and today is not over: do not quote them\.$/,
    );
  });

  test('is the same at every hour of a day', async () => {
    const ofDay = (hour: string) => compared(`2026-11-19T${hour}:00Z`, site, { timeframe: 'last_7_days' });
    const first = await ofDay('00:05');
    for (const hour of ['04:00', '12:00', '23:55']) expect(await ofDay(hour)).toEqual(first);
  });

  test('nothing is compared where nothing comes before', async () => {
    expect(await compared(THURSDAY, site, { timeframe: 'all_time' })).toEqual({
      text: 'Nothing comes before these days.',
    });
    const future = { range_start: '2027-01-01', range_end: '2027-01-31' };
    expect(await compared(THURSDAY, site, future)).toBeUndefined();
    expect(await noteOf(THURSDAY, site, future)).toBeUndefined();
  });
});

describe('what is new', () => {
  test('has a first day and no percentage', async () => {
    const launch = ['2026-10-09', '2026-10-20', '2026-11-05'].flatMap((date, index) =>
      Array.from({ length: 40 + 40 * index }, (_, visitor) => ({
        event_id: uuid(4_400 + index, visitor),
        type: 'view',
        website_id: 3,
        campaign_id: 3,
        visitor_token: uuid(45, 100 * index + visitor),
        occurred_at: `${date}T10:00:00Z`,
      })),
    );
    const other = await createTestDatabase();
    await importAll(other.database);
    const early = { type: 'view', website_id: 3, campaign_id: 6, visitor_token: uuid(46, 1) };
    const all = [...launch, { ...early, event_id: uuid(4_410, 1), occurred_at: '2026-03-01T10:00:00Z' }];
    expect((await recordEvents(other.database, all, { now: NOW })).refused).toEqual([]);
    await foldPending(other.database, { minEvents: 1 });
    const asking = { database: other.database, websiteIds: [3], now: new Date(THURSDAY) };
    const raw = { id: 3, timeframe: 'this_month' };
    const { comparison } = await askExtras(asking, 'get_campaign_report', raw);
    expect(comparison?.new_since).toBe('2026-10-09');
    expect(new Set(Object.values(comparison?.changes ?? { none: 0 }))).toEqual(new Set([null]));
    const notes = await askNotes(asking, 'get_campaign_report', { ...raw, previous_period: true });
    expect(notes.find(({ code }) => code === 'comparison')?.text).toContain(
      'Not compared with 1 to 18 October: new since 9 October.',
    );
    const list = await askNotes(asking, 'list_campaigns', { timeframe: 'this_month', previous_period: true });
    expect(list.find(({ code }) => code === 'comparison')?.text).toContain(
      'New: “Campaign 3” since 9 October.',
    );
    await other.drop();
  });
});

describe('compare', () => {
  const run = async (raw: Query) => {
    const request = { database, principal: principalOf([1]), raw, now: new Date(THURSDAY) };
    const answer = await runOperation(operationOf(site), request);
    return answer.extras?.comparison;
  };
  const week = { range_start: '2026-11-09', range_end: '2026-11-15' };

  test.each([
    ['before', '2026-11-02', '2026-11-08'],
    ['year', '2025-11-10', '2025-11-16'],
    ['2026-06-01', '2026-06-01', '2026-06-07'],
  ])('%s chooses the base', async (compare, start, end) => {
    expect((await run({ ...week, extras: 'true', compare }))?.base).toEqual({ start, end });
  });

  test('changes nothing without extras or notes, and is another answer with them', async () => {
    const request = { database, principal: principalOf([1]), now: new Date(THURSDAY) };
    const answers = await Promise.all(
      [week, { ...week, compare: 'year' }].map((raw) => runOperation(operationOf(site), { ...request, raw })),
    );
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[1]?.extras).toBeUndefined();
    const [one, other] = [
      await run({ ...week, extras: 'true' }),
      await run({ ...week, extras: 'true', compare: 'year' }),
    ];
    expect(other?.base).not.toEqual(one?.base);
  });

  test.each([
    ['yesterday', 'compare must be before, year, or a date as YYYY-MM-DD.'],
    ['2026-02-30', 'compare must be before, year, or a date as YYYY-MM-DD.'],
    [
      '2026-11-12',
      'compare=2026-11-12 compares with the days to 2026-11-18, but 2026-11-09 to 2026-11-15 is what is compared. Choose days outside of it.',
    ],
    [
      '2026-11-17',
      'compare=2026-11-17 compares with the days to 2026-11-23, which are not over. Choose an earlier day.',
    ],
  ])('%s is refused', async (compare, detail) => {
    const request = { database, principal: principalOf([1]), now: new Date(THURSDAY) };
    const raw = { ...week, extras: 'true', compare };
    await expect(runOperation(operationOf(site), { ...request, raw })).rejects.toMatchObject({
      code: 'invalid_compare',
      status: 422,
      detail,
    });
  });

  test('a tool has no such argument', async () => {
    expect((await askNotes(at(THURSDAY), site, { compare: 'year' })).map(({ code }) => code)).toContain(
      'unknown_parameter',
    );
    expect(await refused(at(THURSDAY), site, { compare: 'nonsense' }).catch(() => 'answered')).toMatchObject({
      code: 'invalid_compare',
    });
  });
});
