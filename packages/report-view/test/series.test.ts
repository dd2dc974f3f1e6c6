import { expect, test } from '@jest/globals';
import type { Answer } from '../src/view/answer.ts';
import type { SubjectBody } from '../src/view/bodies.ts';
import type { Question } from '../src/view/question.ts';
import { withSeries } from '../src/view/series.ts';

const WINDOW = {
  selected: 'last_7_days',
  range_start: '2026-11-08T00:00:00Z',
  range_end: '2026-11-14T23:59:59Z',
};
const BEFORE = { previous_range_start: '2026-11-01T00:00:00Z', previous_range_end: '2026-11-07T23:59:59Z' };
const points = (date: string) => ({ timeseries: { group_by: 'day', points: [{ date, views: 1 }] } });

function answer(timeframe: object, data: object, report = 'campaign'): Answer {
  return { body: { report, timeframe, data: { metrics: {}, ...data } } as unknown as SubjectBody, notes: [] };
}

/** Answers from a list, and keeps what was asked. */
function server(...answers: Answer[]) {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question);
    return answers.shift() ?? { problem: 'not expected', notes: [] };
  };
  return { asked, ask };
}

const QUESTION = { tool: 'get_campaign_report', args: { id: 7, timeframe: 'last_7_days' } };

test('asks again with a series and the period before, then for the days before', async () => {
  const complete = answer({ ...WINDOW, ...BEFORE }, points('2026-11-08'));
  const { asked, ask } = server(complete, answer(WINDOW, points('2026-11-01')));
  const found = await withSeries(QUESTION, answer(WINDOW, {}), ask);
  expect(asked.map(({ args }) => args)).toEqual([
    { id: 7, timeframe: 'last_7_days', group_by: 'day', previous_period: true },
    { id: 7, timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-07', group_by: 'day' },
  ]);
  expect(found.answer).toBe(complete);
  expect(found.series?.points).toMatchObject([{ date: '2026-11-08' }]);
  expect(found.series?.before).toMatchObject([{ date: '2026-11-01' }]);
});

test('asks for the days before only, if the answer has the rest', async () => {
  const { asked, ask } = server(answer(WINDOW, points('2026-11-01')));
  await withSeries(QUESTION, answer({ ...WINDOW, ...BEFORE }, points('2026-11-08')), ask);
  expect(asked).toHaveLength(1);
});

test.each([
  ['website', '2026-08-15', undefined],
  ['website', '2026-08-14', 'none'],
  ['campaign', '2026-08-14', 'week'],
  ['campaign', '2020-01-01', 'month'],
])('%s since %s: asks for a series that the server allows', async (report, start, groupBy = 'day') => {
  const { asked, ask } = server();
  const whole = answer({ ...WINDOW, range_start: `${start}T00:00:00Z` }, {}, report);
  expect(await withSeries(QUESTION, whole, ask)).toEqual({ answer: whole });
  expect(asked[0]?.args['group_by'] ?? 'none').toBe(groupBy);
});
