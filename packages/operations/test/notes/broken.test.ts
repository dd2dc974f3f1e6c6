import { type Database, raiseDataVersion } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { recordEvents } from '@funnel/ingest';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ToolName } from '../../src/index.ts';
import { ask, askExtras, askNotes, type Query } from '../support/ask.ts';
import { DEMO, DEMO_NOW as NOW } from '../support/demo-data.ts';

const [SHOP, SOFTWARE] = [1, 2];
const BROKEN = 201;

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase(DEMO);
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());

const notes = (tool: ToolName, raw: Query, { website = SOFTWARE, now = NOW } = {}) =>
  askNotes({ database, websiteIds: [website], now }, tool, raw);
const first = async (...asked: Parameters<typeof notes>) => (await notes(...asked))[0];

test('the report of a broken campaign begins with its break, the day and what fits', async () => {
  for (const raw of [{ timeframe: 'today' }, { timeframe: 'last_30_days', previous_period: true }])
    expect(await first('get_campaign_report', { id: BROKEN, ...raw })).toEqual({
      code: 'broken',
      text: 'Broken since 2 November: viewers still come, but of 1,043 viewers only 6 converted, where 103 would have before. Also down: submissions and step 2 “How did you hear of us?”. Check the form and its tracking first.',
    });
});

test('the viewers of a break are the people that the report of its days counts, in each note and in what needs attention', async () => {
  const asking = { database, websiteIds: [SOFTWARE], now: NOW };
  const days = { id: BROKEN, timeframe: 'custom', range_start: '2026-11-02', range_end: '2026-11-15' };
  const { data } = await ask(asking, 'get_campaign_report', days);
  const { views, conversions } = data.metrics as { views: number; conversions: number };
  const numbers = `of ${new Intl.NumberFormat('en-US').format(views)} viewers only ${conversions} converted, where`;
  const texts = [
    (await askNotes(asking, 'get_campaign_report', { id: BROKEN }))[0]?.text,
    (await askNotes(asking, 'list_campaigns'))[0]?.text,
    (await askNotes(asking, 'get_account_performance'))[0]?.text,
    (await askExtras(asking, 'list_campaigns')).attention?.[0]?.text,
  ];
  for (const text of texts) expect(text).toContain(numbers);
  // Who came on several days is several of the viewers.
  const daily = await ask(asking, 'get_campaign_report', { ...days, group_by: 'day' });
  const points = daily.data.timeseries as { points: { views: number }[] };
  expect(points.points.reduce((sum, point) => sum + point.views, 0)).toBeGreaterThan(views);
});

test('what is broken is not said to be chance beside it', async () => {
  for (const tool of ['get_website_report', 'list_campaigns', 'get_account_performance'] as const) {
    const asked = {
      timeframe: 'this_month',
      ...(tool !== 'get_account_performance' && { previous_period: true }),
    };
    const said = (await notes(tool, asked)).find(({ code }) => code === 'comparison');
    expect(said?.text).toMatch(
      {
        get_website_report: /; apart from the break, (every change|the rest) could be chance\./,
        list_campaigns: / Beyond chance: “Book a demo” conversions −\d+ %,/,
        // Of an only website nothing is left.
        get_account_performance: /^Fair comparison: (?!.*could be chance)/,
      }[tool],
    );
    // All of these days are after the break.
    const later = (await notes(tool, { ...asked, timeframe: 'last_7_days' })).find(
      ({ code }) => code === 'comparison',
    );
    expect(later?.text).not.toMatch(/apart from the break/i);
    const usual = (await notes(tool, asked, { website: SHOP })).find(({ code }) => code === 'comparison');
    expect(usual?.text).toMatch(/chance\./);
    expect(usual?.text).not.toMatch(/apart from the break/i);
  }
});

test('so do the report of its website and the list of campaigns', async () => {
  for (const tool of ['get_website_report', 'list_campaigns', 'list_experiments'] as const)
    expect(await first(tool, { timeframe: 'last_7_days' })).toEqual({
      code: 'broken',
      text: '“Book a demo” has been broken since 2 November: of 1,043 viewers only 6 converted, where 103 would have before.',
    });
});

test('so do the reports of its variant, its steps and its elements, and of no others', async () => {
  const text =
    '“Book a demo” has been broken since 2 November: of 1,043 viewers only 6 converted, where 103 would have before.';
  for (const [tool, id] of [
    ['get_variant_report', 2011],
    ['get_step_report', 20112],
    ['get_element_report', 201111],
  ] as const)
    expect(await first(tool, { id })).toEqual({ code: 'broken', text });
  for (const [tool, id] of [
    ['get_variant_report', 2021],
    ['get_step_report', 20211],
    ['get_element_report', 202111],
  ] as const)
    expect((await first(tool, { id }))?.code).not.toBe('broken');
});

test('the report of several websites names the website too', async () => {
  const all = await askNotes(
    { database, websiteIds: [SHOP, SOFTWARE, 3], now: NOW },
    'get_account_performance',
  );
  expect(all[0]).toMatchObject({
    code: 'broken',
    text: expect.stringMatching(/^“Book a demo” of “.+” has been broken since 2 November: of 1,043 viewers/),
  });
});

test('what holds for every answer takes no place: orders of several websites are among the notes', async () => {
  const asking = { database, websiteIds: [SHOP, SOFTWARE, 3], now: NOW };
  for (const timeframe of ['last_30_days', 'this_month', 'this_week']) {
    const codes = (await askNotes(asking, 'get_account_performance', { timeframe })).map(({ code }) => code);
    expect(codes).toContain('orders_change');
    for (const standing of ['currency', 'viewers_upper_bound', 'count_error'])
      expect(codes).not.toContain(standing);
  }
});

test('a healthy campaign says how soon a break would be noticed, and a healthy website nothing', async () => {
  const all = await notes('get_campaign_report', { id: 202, timeframe: 'last_7_days' });
  expect(all.map(({ code }) => code)).not.toContain('broken');
  expect(all.find(({ code }) => code === 'watched')?.text).toMatch(
    /^No break found\. If nobody converted any more, it would show here after about \d+ more viewers, \d+ (hours|days) at this traffic\.$/,
  );
  const codes = (await notes('get_website_report', {}, { website: SHOP })).map(({ code }) => code);
  expect(codes).not.toContain('broken');
});

test('an answer about days before a break does not mention it, at any level', async () => {
  const codesOf = async (tool: ToolName, end: string, raw: Query = {}) =>
    (await notes(tool, { timeframe: 'custom', range_start: '2026-10-01', range_end: end, ...raw })).map(
      ({ code }) => code,
    );
  for (const [tool, raw] of [
    ['get_website_report', {}],
    ['list_campaigns', {}],
    ['get_account_performance', {}],
    ['get_campaign_report', { id: BROKEN }],
    ['get_variant_report', { id: 2011 }],
    ['get_step_report', { id: 20112 }],
    ['get_element_report', { id: 201111 }],
  ] as const) {
    expect(await codesOf(tool, '2026-11-01', raw)).not.toContain('broken');
    expect(await codesOf(tool, '2026-11-02', raw)).toContain('broken');
  }
});

test('a campaign is not called broken before the day on which it broke', async () => {
  for (const day of ['2026-11-01', '2026-10-25', '2026-10-18'])
    expect(
      await first('get_campaign_report', { id: BROKEN }, { now: new Date(`${day}T12:00:00Z`) }),
    ).not.toMatchObject({ code: 'broken' });
});

test('a campaign that nobody views any more is named, but not before its events can have come', async () => {
  // Nobody has sent anything for days: that is no break of a campaign.
  const later = new Date('2026-11-18T12:00:00Z');
  expect(await first('get_campaign_report', { id: 101 }, { website: SHOP, now: later })).not.toMatchObject({
    code: 'broken',
  });
  // Then another campaign has viewers, and this one has none.
  const events = ['2026-11-16', '2026-11-17'].map((day) => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: SHOP,
    campaign_id: 102,
    visitor_token: newVisitorToken(),
    occurred_at: `${day}T12:00:00Z`,
  }));
  const recorded = await recordEvents(database, events, { now: later });
  expect(recorded.recorded).toBe(2);
  const note = await first('get_campaign_report', { id: 101 }, { website: SHOP, now: later });
  expect(note?.text).toMatch(
    /^Nobody has viewed it since 16 November, after about \d+ viewers a day: it was switched off, or its tracking broke\.$/,
  );
  expect((await first('get_website_report', {}, { website: SHOP, now: later }))?.text).toContain(
    'Nobody has viewed “',
  );
});

test('a day that a transaction wrote which began before others is read again', async () => {
  const { sql } = database;
  const asked = () => first('list_campaigns', {});
  expect((await asked())?.code).toBe('broken');
  const days = sql`website_id = ${SOFTWARE} and grain = 'day' and bucket >= '2026-11-02'`;
  await sql`update rollups set conversions_sketch = 'x', conversions_visitors = 10, submissions_sketch = 'x', submissions_visitors = 10,
      completions_sketch = 'x', completions_visitors = 10
    where level = 'campaign' and subject_id = ${BROKEN} and ${days}`;
  await sql`update rollups set revision = revision - 1 where level = 'website' and ${days}`;
  await raiseDataVersion(database.orm, [trustedWebsiteId(SOFTWARE)]);
  expect((await asked())?.code).not.toBe('broken');
});
