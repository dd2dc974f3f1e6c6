import { describe, expect, test } from '@jest/globals';
import { quantile, ratios, spreadOf } from '../../src/bench/measure/statistics.ts';
import { inTurns } from '../../src/bench/measure/turns.ts';

describe('quantile', () => {
  test.each([
    [[5], 0.99, 5],
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[10, 20, 30, 40, 50], 0.25, 20],
    [Array.from({ length: 101 }, (_, n) => n), 0.99, 99],
    [[1, 2], 1, 2],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(quantile(values, share)).toBeCloseTo(expected);
  });

  test('of nothing is not a number', () => expect(quantile([], 0.5)).toBeNaN());

  test('leaves the values in their order', () => {
    const values = [3, 1, 2];
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});

test('a spread is the median and the quartiles', () => {
  expect(spreadOf([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4 });
});

test('ratios compare within a round, so that a slow round does not count', () => {
  expect(spreadOf(ratios([1, 100, 1], [2, 200, 2])).median).toBe(0.5);
});

test('contenders take turns, and warm-ups are not counted', async () => {
  const order: string[] = [];
  const contender = (name: string) => async () => order.push(name);
  const measured = await inTurns({ a: contender('a'), b: contender('b') }, { rounds: 2, warmUps: 1 });
  expect(order.join('')).toBe('ababab');
  expect(measured).toEqual({ a: [3, 5], b: [4, 6] });
});
