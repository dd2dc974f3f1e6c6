import { describe, expect, test } from '@jest/globals';
import {
  clampDistinct,
  type Counts,
  SKETCHED_METRICS,
  METRIC_DICTIONARY,
  METRIC_NAMES,
  metricsOf,
  pointOf,
  withoutSubmissions,
  ZERO_COUNTS,
} from '../../src/index.ts';

const counts: Counts = {
  views: 1_200,
  conversions: 150,
  completions: 90,
  submissions: 80,
  subscribes: 60,
  orders: 7,
  revenueCents: 49_999n,
};

describe('metricsOf', () => {
  test('returns every metric, in the order of the response', () => {
    expect(Object.entries(metricsOf(counts))).toEqual([
      ['views', 1_200],
      ['conversions', 150],
      ['completions', 90],
      ['submissions', 80],
      ['subscribes', 60],
      ['orders', 7],
      ['revenue', 499.99],
      ['conversion_rate', 12.5],
      ['completion_rate', 7.5],
      ['subscribe_rate', 5],
      ['order_rate', 0.58],
      ['aov', 71.43],
    ]);
  });

  test('returns zeros for zero counts', () => {
    expect(new Set(Object.values(metricsOf(ZERO_COUNTS)))).toEqual(new Set([0]));
  });

  test('does not limit rates to 100 %', () => {
    expect(metricsOf({ ...counts, views: 100 }).conversion_rate).toBe(150);
  });
});

test('withoutSubmissions removes only submissions', () => {
  const keys = Object.keys(withoutSubmissions(metricsOf(counts)));
  expect(keys).toEqual(METRIC_NAMES.filter((name) => name !== 'submissions'));
});

test('pointOf returns every key, in the order of the response', () => {
  expect(Object.entries(pointOf(20_758, counts))).toEqual([
    ['date', '2026-11-01'],
    ['views', 1_200],
    ['conversions', 150],
    ['completions', 90],
    ['subscribes', 60],
    ['submissions', 80],
    ['orders', 7],
    ['revenue', 499.99],
  ]);
});

test('clampDistinct limits an estimate to the total', () => {
  expect(clampDistinct(101, 100)).toBe(100);
  expect(clampDistinct(99, 100)).toBe(99);
});

test('ZERO_COUNTS is frozen', () => {
  expect(() => Object.assign(ZERO_COUNTS, { views: 1 })).toThrow(TypeError);
});

describe('the metric dictionary', () => {
  test('defines every metric once, in the order of the block', () => {
    expect(Object.keys(METRIC_DICTIONARY)).toEqual([...METRIC_NAMES]);
    for (const name of METRIC_NAMES) expect(METRIC_DICTIONARY[name].name).toBe(name);
  });

  test('has the numerators and denominators that metricsOf uses', () => {
    const metrics = metricsOf(counts);
    const ratios = METRIC_NAMES.flatMap((name) => {
      const { numerator, denominator, unit } = METRIC_DICTIONARY[name];
      if (numerator === null || denominator === null) return [];
      const scale = unit === 'percent' ? 100 : 1;
      return [[name, ((scale * metrics[numerator]) / metrics[denominator]).toFixed(2)]];
    });
    expect(ratios).toEqual(
      (['conversion_rate', 'completion_rate', 'subscribe_rate', 'order_rate', 'aov'] as const).map((name) => [
        name,
        metrics[name].toFixed(2),
      ]),
    );
  });

  test('has the unit of visitors for exactly the sketched counts', () => {
    const visitors = METRIC_NAMES.filter((name) => METRIC_DICTIONARY[name].unit === 'visitors or events');
    expect(visitors).toEqual([...SKETCHED_METRICS]);
  });

  test('explains each metric in one sentence', () => {
    const odd = METRIC_NAMES.filter((name) => !/^[A-Z][^.]+\.$/.test(METRIC_DICTIONARY[name].text));
    expect(odd).toEqual([]);
  });
});
