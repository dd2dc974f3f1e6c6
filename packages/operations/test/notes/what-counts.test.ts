import { describe, expect, test } from '@jest/globals';
import { about } from '../../src/notes/about.ts';
import { emptyList } from '../../src/notes/empty-list.ts';
import type { Answered, Background } from '../../src/notes/note.ts';
import type { ReportBody } from '../../src/notes/report-body.ts';

const answered = (
  body: ReportBody,
  input: Answered['input'] = {},
  background: Background = {},
): Answered => ({ body, input, websites: [], now: new Date('2026-11-17T10:00:00Z'), background });
const aboutOf = (...asked: Parameters<typeof answered>) => about(answered(...asked))[0]?.text;
const metrics = (views: number, conversions = 0) => ({ views, conversions, conversion_rate: 0 });
const total = { count_type: 'total' };

describe('a series of people', () => {
  const series = (...views: number[]): ReportBody => ({
    report: 'website',
    data: {
      metrics: metrics(10),
      timeseries: { group_by: 'day', points: views.map((count) => ({ views: count })) },
    },
  });

  test('says that its days do not add up, where somebody came again', () => {
    expect(aboutOf(series(6, 6))).toBe(
      'Days do not add up to the whole: who comes again counts once in each, and once in all.',
    );
    expect(aboutOf(series(6, 4))).toBeUndefined();
  });

  test('of events does add up', () => {
    expect(aboutOf(series(6, 6), total)).not.toContain('add up');
  });
});

describe('total views contain the later steps', () => {
  const said = 'Views count every campaign and every step of it that is shown to a person, and every return.';
  const steps = (...positions: number[]) =>
    positions.map((position) => ({ id: position, position, metrics: metrics(1) }));

  test.each<[string, ReportBody, Background]>([
    ['a website', { report: 'website', data: { metrics: metrics(1) } }, {}],
    ['a list', { report: 'campaigns', data: { campaigns: [] } }, {}],
    ['a variant with two steps', { report: 'variant', data: { funnel_steps: steps(1, 2) } }, {}],
    [
      'a campaign with two steps',
      { report: 'campaign', data: {} },
      { funnels: [{ variation: 'a', steps: [1, 2].map((position) => ({ position, views: 1 })) }] },
    ],
  ])('of %s', (_name, body, background) => {
    expect(aboutOf(body, total, background)).toBe(said);
    expect(aboutOf(body, {}, background)).toBeUndefined();
  });

  test('but not of one step', () => {
    expect(aboutOf({ report: 'variant', data: { funnel_steps: steps(1) } }, total)).toBeUndefined();
    expect(aboutOf({ report: 'step', data: { metrics: metrics(1) } }, total)).toBeUndefined();
  });
});

test('answers to a quiz that are more than people say so', () => {
  const quiz = (...counts: number[]): ReportBody => ({
    data: {
      metrics: metrics(50, 20),
      fields: counts.map((count, index) => ({ field: 'Which rooms?', value: `Room ${index}`, count })),
    },
  });
  expect(aboutOf(quiz(15, 9))).toBe(
    'Answers to “Which rooms?” are more than people: one person can give several.',
  );
  expect(aboutOf(quiz(12, 8))).toBeUndefined();
});

test('an empty list says what that means', () => {
  const textOf = (data: ReportBody['data'], input: Answered['input'] = {}) =>
    emptyList(answered({ data: data ?? {} }, input))[0]?.text;
  expect(textOf({ experiments: [] })).toBe(
    'No experiment is running: no live campaign splits its traffic between two variants.',
  );
  const pagination = { page: 1, per_page: 25, total_entries: 0, total_pages: 0 };
  const none = { campaigns: [], pagination };
  expect(textOf(none)).toBe('The catalog of this website has no campaigns yet.');
  expect(textOf(none, { status: 'live', cta_type: 'bar' })).toBe('No campaign has this status and cta_type.');
  // A page behind the last one is not an empty list.
  expect(textOf({ campaigns: [], pagination: { ...pagination, total_entries: 3 } })).toBeUndefined();
  expect(textOf({ metrics: metrics(0) })).toBeUndefined();
});
