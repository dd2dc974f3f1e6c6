import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import type { ToolName } from '../../src/index.ts';
import { ask, askExtras, askNotes, type Query } from '../support/ask.ts';
import { DEMO, DEMO_NOW as NOW } from '../support/demo-data.ts';

const SOFTWARE = 2;
const BROKEN = 201;
const WEBSITES = [1, 2, 3];

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase(DEMO);
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());

const asking = (...websiteIds: number[]) => ({ database, websiteIds, now: NOW });
const noteOf = async (code: string, websiteIds: number[], tool: ToolName, raw: Query) =>
  (await askNotes(asking(...websiteIds), tool, raw)).find((note) => note.code === code)?.text;

const NUMBERS = 'of 1,043 viewers only 6 converted, where 103 would have before.';

test('what needs attention is what the note on breaks says', async () => {
  const broken = {
    website_id: SOFTWARE,
    campaign_id: BROKEN,
    name: 'Book a demo',
    since: '2026-11-02',
    text: `Broken since 2 November: ${NUMBERS}`,
  };
  const website = await askExtras(asking(SOFTWARE), 'get_website_report');
  expect(website.attention).toEqual([broken]);
  expect(await noteOf('broken', [SOFTWARE], 'get_website_report', {})).toBe(
    `“Book a demo” has been broken since 2 November: ${NUMBERS}`,
  );
  expect((await askExtras(asking(...WEBSITES), 'get_account_performance')).attention).toEqual([broken]);
  // A token without that website learns nothing of it.
  for (const tool of ['get_account_performance', 'list_websites'] as const)
    expect(JSON.stringify(await askExtras(asking(1, 3), tool))).not.toContain('Book a demo');
  expect((await askExtras(asking(1, 3), 'get_account_performance')).attention).toEqual([]);
});

test('the mark of a break is the day and the text of the note, at every level', async () => {
  for (const [tool, raw] of [
    ['get_website_report', {}],
    ['get_campaign_report', { id: BROKEN }],
    ['get_variant_report', { id: 2011 }],
    ['get_step_report', { id: 20112 }],
    ['get_element_report', { id: 201111 }],
  ] as const) {
    const { marks = [] } = await askExtras(asking(SOFTWARE), tool, raw);
    const text = await noteOf('broken', [SOFTWARE], tool, raw);
    expect(marks.filter(({ kind }) => kind === 'break')).toEqual([
      { date: '2026-11-02', kind: 'break', campaign_id: BROKEN, text },
    ]);
  }
});

test('a window without the day of a break has no mark of it', async () => {
  const { marks = [], attention } = await askExtras(asking(SOFTWARE), 'get_website_report', {
    timeframe: 'last_7_days',
  });
  expect(marks.filter(({ kind }) => kind === 'break')).toEqual([]);
  expect(attention).toHaveLength(1);
});

const VERDICT_CODES: Record<string, string> = {
  winner: 'variant_wins',
  loser: 'variant_loses',
  earns_most: 'variant_earns_most',
  mixed: 'variants_mixed',
  no_difference: 'variants_no_difference',
  undecided: 'variants_undecided',
  ended: 'experiment_ended',
  too_few: 'variants_too_few',
};

test('each campaign with an experiment has the verdict of its note', async () => {
  let checked = 0;
  for (const website of WEBSITES) {
    const list = await ask(asking(website), 'list_campaigns', { per_page: 50 });
    for (const { id } of list.data.campaigns as { id: number }[]) {
      const raw = { id, timeframe: 'last_30_days' };
      const { verdicts = [] } = await askExtras(asking(website), 'get_campaign_report', raw);
      const notes = await askNotes(asking(website), 'get_campaign_report', raw);
      const said = notes.filter(({ code }) => Object.values(VERDICT_CODES).includes(code));
      const expected = verdicts.map(({ verdict, text }) => ({ code: VERDICT_CODES[verdict], text }));
      // A long note may not fit beside more important ones.
      if (said.length > 0) expect(expected).toEqual(said);
      for (const { campaign_id } of verdicts) expect(campaign_id).toBe(id);
      checked += said.length;
    }
  }
  expect(checked).toBeGreaterThan(2);
});

test('the list of experiments has a verdict for each, and the same ones are described in its notes', async () => {
  for (const website of WEBSITES) {
    const { data } = await ask(asking(website), 'list_experiments');
    const { verdicts = [] } = await askExtras(asking(website), 'list_experiments');
    const experiments = data.experiments as { campaign_id: number; variants: { id: number }[] }[];
    expect(verdicts.map(({ campaign_id }) => campaign_id)).toEqual(
      experiments.map(({ campaign_id }) => campaign_id),
    );
    for (const { verdict, variant_id, campaign_id, points = 0 } of verdicts) {
      const own = experiments.find((one) => one.campaign_id === campaign_id)?.variants.map(({ id }) => id);
      const isDecided = verdict === 'winner' || verdict === 'loser';
      const isNamed = isDecided || verdict === 'earns_most';
      expect(isNamed ? own?.includes(variant_id ?? 0) : variant_id === undefined).toBe(true);
      if (isDecided) expect(points > 0).toBe(verdict === 'winner');
    }
    const notes = await askNotes(asking(website), 'list_experiments');
    const described = notes.filter(({ code }) => Object.values(VERDICT_CODES).includes(code));
    for (const { code, text } of described)
      expect(verdicts.map((one) => [VERDICT_CODES[one.verdict], one.text])).toContainEqual([code, text]);
  }
});

test('with count_type=total no experiment has a verdict', async () => {
  const raw = { count_type: 'total' };
  const { verdicts = [] } = await askExtras(asking(1), 'list_experiments', raw);
  const text = await noteOf('no_verdict', [1], 'list_experiments', raw);
  expect(verdicts.length).toBeGreaterThan(0);
  for (const verdict of verdicts)
    expect(verdict).toEqual({ campaign_id: verdict.campaign_id, verdict: 'none', text });
});

test('extras do not change the notes', async () => {
  for (const [tool, raw] of [
    ['get_website_report', { previous_period: true, group_by: 'week' }],
    ['get_campaign_report', { id: BROKEN, previous_period: true }],
    ['list_experiments', {}],
  ] as const)
    expect(await askNotes(asking(SOFTWARE), tool, raw)).toEqual(
      await askNotes(asking(SOFTWARE), tool, raw, { extras: 'always' }),
    );
});
