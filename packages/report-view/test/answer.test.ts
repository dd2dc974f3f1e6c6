import { expect, test } from '@jest/globals';
import { answerOf, restAnswer } from '../src/view/answers/answer.ts';

const BODY = { report: 'website', website: {}, timeframe: {}, data: { metrics: {} } };
const text = (value: unknown) => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
});

test('the structure is the report, and each line of the second text is a note', () => {
  const notes =
    'Notes on this answer:\n- running_window: Today is not over.\n- clipped_bucket: 1 to 4 October: 4 days.';
  expect(answerOf({ content: [text(BODY), text(notes)], structuredContent: BODY })).toEqual({
    body: BODY,
    notes: [
      { code: 'running_window', text: 'Today is not over.' },
      { code: 'clipped_bucket', text: '1 to 4 October: 4 days.' },
    ],
    extras: {},
  });
});

test('what a picture needs is beside the report', () => {
  const extras = { currencies: { 11: 'EUR', 21: 'USD' }, running_day: '2026-11-19' };
  const result = { structuredContent: BODY, _meta: { 'funnel/extras': extras, other: {} } };
  expect(answerOf(result).extras).toEqual(extras);
  for (const wrong of [undefined, null, 'EUR'])
    expect(answerOf({ structuredContent: BODY, _meta: { 'funnel/extras': wrong } }).extras).toEqual({});
});

test('over REST, notes and extras are at the end of the body', () => {
  const notes = [{ code: 'running_window', text: 'Today is not over.' }, { code: 5 }];
  const extras = { currencies: { 11: 'EUR' } };
  expect(restAnswer(true, { ...BODY, notes, extras })).toEqual({ body: BODY, notes: [notes[0]], extras });
  expect(restAnswer(true, BODY)).toEqual({ body: BODY, notes: [], extras: {} });
  const problem = { title: 'Not found', detail: 'There is no such campaign.', notes: [notes[0]] };
  expect(restAnswer(false, problem)).toEqual({
    problem: 'Not found. There is no such campaign.',
    notes: [notes[0]],
    extras: {},
  });
  expect(restAnswer(false, undefined).problem).toBe('The report could not be read.');
});

test('a host that drops the structure loses nothing: the first text is the same report', () => {
  expect(answerOf({ content: [text(BODY)] })).toEqual({ body: BODY, notes: [], extras: {} });
});

test('the list of websites has no name of its own', () => {
  expect(answerOf({ structuredContent: { websites: [] } }).body).toEqual({
    report: 'websites',
    websites: [],
  });
});

test('a problem becomes a sentence, with its notes', () => {
  const problem = { title: 'Not found', detail: 'There is no such campaign.' };
  const answer = answerOf({
    content: [text(problem), text('- next_step: Ask list_campaigns.')],
    isError: true,
  });
  expect(answer).toEqual({
    problem: 'Not found. There is no such campaign.',
    notes: [{ code: 'next_step', text: 'Ask list_campaigns.' }],
    extras: {},
  });
});

test.each(['steps', 'toString', 'websites', 'other'])(
  'a report without a picture of its own keeps its name: %s',
  (name) => {
    const body = { report: name, data: { steps: [] } };
    expect(answerOf({ structuredContent: body }).body).toEqual({ ...body, report: 'other', name });
  },
);

test.each([
  [{}],
  [{ structuredContent: { report: 'steps' } }],
  [{ structuredContent: { report: 5, data: {} } }],
  [{ content: [text('no JSON')] }],
  [{ content: [null] }],
])('an answer of another kind has no picture: %j', (result) => {
  expect(answerOf(result)).toEqual({ problem: 'This answer has no picture.', notes: [], extras: {} });
});
