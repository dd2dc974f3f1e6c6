import { expect, test } from '@jest/globals';
import { linesOf, linesOfEach } from '../src/view/series/lines.ts';

const ZEROS = { completions: 0, submissions: 0, subscribes: 0, orders: 0, revenue: 0 };
const point = (date: string, views: number, conversions: number) => ({ date, views, conversions, ...ZEROS });
const points = [point('2026-11-01', 200, 9), point('2026-11-02', 0, 0), point('2026-11-03', 3, 1)];
const series = { groupBy: 'day' as const, points, before: [point('2026-10-25', 10, 5), null, null] };

test('one metric has the days before behind it, several have not', () => {
  const [views] = linesOf(series, { metrics: ['views'], isRate: false, countType: undefined });
  expect(views).toEqual({ label: 'Viewers', unit: 'count', values: [200, 0, 3], before: [10, null, null] });
  const two = linesOf(series, { metrics: ['views', 'revenue'], isRate: false, countType: 'total' });
  expect(two.map(({ label, unit, before }) => [label, unit, before])).toEqual([
    ['Views', 'count', undefined],
    ['Revenue', 'money', undefined],
  ]);
});

test('a rate is a share of the viewers of its day; a day without viewers has no rate', () => {
  const [rate] = linesOf(series, { metrics: ['conversions'], isRate: true, countType: undefined });
  expect(rate).toMatchObject({ label: 'Conversion rate', unit: 'percent', values: [4.5, null, 33.33] });
  expect(rate?.before).toEqual([50, null, null]);
  const [views] = linesOf(series, { metrics: ['views'], isRate: true, countType: undefined });
  expect(views).toMatchObject({ label: 'Viewers', unit: 'count' });
});

test('a line for each variant', () => {
  const each = [
    { name: 'A', points },
    { name: 'B', points: points.toReversed() },
  ];
  const lines = linesOfEach(each, { metrics: ['conversions'], isRate: false, countType: undefined });
  expect(lines).toEqual([
    { label: 'A', unit: 'count', values: [9, 0, 1] },
    { label: 'B', unit: 'count', values: [1, 0, 9] },
  ]);
});
