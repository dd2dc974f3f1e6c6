import { expect, test } from '@jest/globals';
import { type Answer, failed } from '../src/view/answers/answer.ts';
import type { SubjectBody } from '../src/view/answers/bodies.ts';
import type { Extras } from '../src/view/answers/extras.ts';
import { daysBetween } from '../src/view/texts/format.ts';
import type { Question } from '../src/view/questions/question.ts';
import { quarters } from '../src/view/series/ranges.ts';
import { withSeries } from '../src/view/series/series.ts';

const WINDOW = {
  selected: 'last_7_days',
  range_start: '2026-11-08T00:00:00Z',
  range_end: '2026-11-14T23:59:59Z',
};
const BEFORE = { previous_range_start: '2026-11-01T00:00:00Z', previous_range_end: '2026-11-07T23:59:59Z' };
const points = (date: string) => ({ timeseries: { group_by: 'day', points: [{ date, views: 1 }] } });

/** What the server compares with. */
const COMPARISON = {
  text: '8 to 13 November against 1 to 6 November',
  base_text: '1 to 6 November',
  base: { start: '2026-11-01', end: '2026-11-06' },
};

function answer(timeframe: object, data: object, report = 'campaign', extras: Extras = {}): Answer {
  const body = { report, timeframe, data: { metrics: {}, ...data } } as unknown as SubjectBody;
  return { body, notes: [], extras };
}
const comparing = (timeframe: object, data: object) =>
  answer({ ...timeframe, ...BEFORE }, data, 'campaign', { comparison: COMPARISON });

/** Answers from a list, and keeps what was asked. */
function server(...answers: Answer[]) {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question);
    return answers.shift() ?? failed('not expected');
  };
  return { asked, ask };
}

const QUESTION = { tool: 'get_campaign_report', args: { id: 7, timeframe: 'last_7_days' } };

test('asks again with a series and a comparison, then for the days that the changes are about', async () => {
  const complete = comparing(WINDOW, points('2026-11-08'));
  const { asked, ask } = server(complete, answer(WINDOW, points('2026-11-01')));
  const found = await withSeries(QUESTION, answer(WINDOW, {}), ask);
  expect(asked.map(({ args }) => args)).toEqual([
    { id: 7, timeframe: 'last_7_days', group_by: 'day', previous_period: true },
    { id: 7, timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-06', group_by: 'day' },
  ]);
  expect(found.answer).toBe(complete);
  expect(found.series?.points).toMatchObject([{ date: '2026-11-08' }]);
  expect(found.series?.before).toMatchObject([{ date: '2026-11-01' }]);
  expect(found.series?.beforeLabel).toBe('1 to 6 November');
});

test('asks for the days before only, if the answer has the rest', async () => {
  const { asked, ask } = server(answer(WINDOW, points('2026-11-01')));
  await withSeries(QUESTION, comparing(WINDOW, points('2026-11-08')), ask);
  expect(asked).toHaveLength(1);
});

test('where nothing is compared, nothing stands behind the line', async () => {
  const today = { comparison: { text: 'Today is not over, so it is not compared yet.' } };
  const { asked, ask } = server();
  const whole = answer({ ...WINDOW, ...BEFORE }, points('2026-11-08'), 'campaign', today);
  expect((await withSeries(QUESTION, whole, ask)).series).toEqual({
    groupBy: 'day',
    points: [{ date: '2026-11-08', views: 1 }],
  });
  expect(asked).toEqual([]);
});

test('what is new is not compared, so that nothing stands behind its line', async () => {
  const extras = { comparison: { ...COMPARISON, new_since: '2026-11-05' } };
  const { asked, ask } = server();
  const whole = answer({ ...WINDOW, ...BEFORE }, points('2026-11-08'), 'campaign', extras);
  expect((await withSeries(QUESTION, whole, ask)).series?.before).toBeUndefined();
  expect(asked).toEqual([]);
});

test('without a comparison, earlier days are not asked for', async () => {
  const question = { ...QUESTION, args: { ...QUESTION.args, previous_period: false } };
  const { asked, ask } = server(answer(WINDOW, points('2026-11-08')));
  const { series } = await withSeries(question, answer(WINDOW, {}), ask);
  expect(asked.map(({ args }) => args)).toEqual([{ ...question.args, group_by: 'day' }]);
  expect(series).toEqual({ groupBy: 'day', points: [{ date: '2026-11-08', views: 1 }] });
});

test('a website over a year is asked for in whole months, and put together', async () => {
  const year = { ...WINDOW, ...BEFORE, selected: 'last_365_days', range_start: '2025-11-15T00:00:00Z' };
  const months = ['2025-11-01', '2026-02-01', '2026-05-01', '2026-08-01', '2026-11-01'];
  const { asked, ask } = server(...months.map((month) => answer(WINDOW, points(month), 'website')));
  const { series } = await withSeries(QUESTION, answer(year, {}, 'website'), ask);
  expect(asked.map(({ args }) => [args['range_start'], args['range_end'], args['group_by']])).toEqual([
    ['2025-11-15', '2026-01-31', 'month'],
    ['2026-02-01', '2026-04-30', 'month'],
    ['2026-05-01', '2026-07-31', 'month'],
    ['2026-08-01', '2026-10-31', 'month'],
    ['2026-11-01', '2026-11-14', 'month'],
  ]);
  expect(series?.points.map(({ date }) => date)).toEqual(months);
  expect(series?.remark).toBeUndefined();
});

test('a website since ever shows three years and says so; a part that fails leaves no half of a line', async () => {
  const ever = { ...WINDOW, selected: 'all_time', range_start: '2019-03-05T00:00:00Z' };
  const part = answer(WINDOW, points('2026-01-01'), 'website');
  const { asked, ask } = server(...Array.from({ length: 12 }, () => part));
  const { series } = await withSeries(QUESTION, answer(ever, {}, 'website'), ask);
  expect([asked.length, series?.points.length]).toEqual([12, 12]);
  expect(series?.remark).toMatch(/last three years/);
  expect((await withSeries(QUESTION, answer(ever, {}, 'website'), server(part).ask)).series).toBeUndefined();
});

test('no part of a long window is longer than the server allows', () => {
  for (const start of ['2024-01-01', '2024-02-29', '2023-07-01', '2025-06-30', '2025-12-31']) {
    const parts = quarters(start, '2026-11-14');
    expect(parts[0]?.start).toBe(start);
    expect(parts.at(-1)?.end).toBe('2026-11-14');
    for (const [index, part] of parts.entries()) {
      expect(daysBetween(part.start, part.end)).toBeLessThanOrEqual(92);
      const next = parts[index + 1];
      if (next) expect(daysBetween(part.end, next.start)).toBe(2);
    }
  }
});

test.each([
  ['website', '2026-08-15', 'day'],
  ['campaign', '2026-08-14', 'week'],
  ['campaign', '2020-01-01', 'month'],
])('%s since %s: asks for a series that the server allows', async (report, start, groupBy) => {
  const { asked, ask } = server();
  const whole = answer({ ...WINDOW, range_start: `${start}T00:00:00Z` }, {}, report);
  expect(await withSeries(QUESTION, whole, ask)).toEqual({ answer: whole });
  expect(asked[0]?.args['group_by']).toBe(groupBy);
});

/** Days as the server names them. */
const days = (range_start: string, range_end: string, selected = 'custom') => ({
  selected,
  range_start: `${range_start}T00:00:00Z`,
  range_end: `${range_end}T23:59:59Z`,
});
const pointsOf = (group_by: string, ...dates: string[]) => ({
  timeseries: { group_by, points: dates.map((date) => ({ date, views: 1 })) },
});

test.each([
  ['day', '2026-11-17', '2026-11-19', ['2026-11-17', '2026-11-18', '2026-11-19'], [2]],
  ['week', '2026-10-29', '2026-11-19', ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'], [0, 3]],
  ['month', '2026-08-02', '2026-11-19', ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'], [0, 3]],
  ['quarter', '2026-01-01', '2026-11-19', ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'], [3]],
  ['year', '2024-03-01', '2026-11-19', ['2024-01-01', '2025-01-01', '2026-01-01'], [0, 2]],
] as const)('points by %s with fewer days, or that are not over, are partial', async (...given) => {
  const [groupBy, start, end, dates, partial] = given;
  const question = { ...QUESTION, args: { ...QUESTION.args, previous_period: false } };
  const whole = answer(days(start, end), pointsOf(groupBy, ...dates), 'campaign', {
    running_day: '2026-11-19',
  });
  expect((await withSeries(question, whole, server().ask)).series?.partial).toEqual(partial);
});

test('weeks and months whose days are all over are no partial ones', async () => {
  const months = pointsOf('month', '2026-09-01', '2026-10-01');
  const whole = answer(days('2026-09-01', '2026-10-31'), months);
  expect((await withSeries(QUESTION, whole, server().ask)).series?.partial).toBeUndefined();
});

test('the months of a year say which of them have fewer days', async () => {
  const year = { ...days('2025-11-20', '2026-11-19', 'last_365_days'), ...BEFORE };
  const clipped = { code: 'clipped_bucket', text: 'The first has 11 days.' };
  const running = { code: 'running_bucket', text: 'The last is not over.' };
  const parts = ['2025-11-01', '2026-02-01', '2026-05-01', '2026-08-01', '2026-11-01'].map((month) =>
    answer(WINDOW, pointsOf('month', month), 'website'),
  );
  parts[0]?.notes.push(clipped, { code: 'other', text: 'Something else.' });
  parts[4]?.notes.push(running);
  Object.assign(parts[4] ?? {}, { extras: { running_day: '2026-11-19' } });
  const { series } = await withSeries(QUESTION, answer(year, {}, 'website'), server(...parts).ask);
  expect(series?.partial).toEqual([0, 4]);
  expect(series?.remark).toBe('The first has 11 days. The last is not over.');
});

test('a partial point has earlier ones behind it only if they are of as many days', async () => {
  const weeks = ['2025-12-29', '2026-01-05', '2026-11-09', '2026-11-16'];
  const base = { start: '2025-01-01', end: '2025-11-18' };
  const complete = answer(
    { ...days('2026-01-01', '2026-11-19', 'this_year'), ...BEFORE },
    pointsOf('week', ...weeks),
    'campaign',
    { comparison: { text: '', base }, running_day: '2026-11-19' },
  );
  // The first has five days, the last two; of this year four each, today included.
  const before = ['2024-12-30', '2025-01-06', '2025-11-10', '2025-11-17'];
  const { ask } = server(answer(days(base.start, base.end), pointsOf('week', ...before)));
  const { series } = await withSeries(QUESTION, complete, ask);
  expect(series?.before?.map((point) => point?.date)).toEqual([
    undefined,
    '2025-01-06',
    '2025-11-10',
    undefined,
  ]);
});
