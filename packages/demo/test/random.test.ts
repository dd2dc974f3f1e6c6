import { describe, expect, test } from '@jest/globals';
import { uuidOf } from '../src/random/hash.ts';
import { EvenDraws, Random } from '../src/random/random.ts';

const take = <Value>(count: number, draw: () => Value) => Array.from({ length: count }, draw);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('Random', () => {
  test('returns the published numbers of xoshiro128** for the state 1, 2, 3, 4', () => {
    const random = new Random([1, 2, 3, 4]);
    const published = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(take(10, () => random.next())).toEqual(published);
  });

  test('draws the same numbers for the same subject, and others for another subject', () => {
    const draws = (...subject: number[]) => {
      const random = Random.of('test', ...subject);
      return take(5, () => random.next());
    };
    expect(draws(101, 7)).toEqual(draws(101, 7));
    expect(draws(101, 7)).not.toEqual(draws(101, 8));
    expect(draws(101, 7)).not.toEqual(draws(7, 101));
  });

  test.each([0.3, 4, 39, 400])('draws Poisson counts with mean and variance %d', (expected) => {
    const random = Random.of('poisson', expected);
    const counts = take(20_000, () => random.poisson(expected));
    expect(mean(counts) / expected).toBeCloseTo(1, 1);
    expect(mean(counts.map((count) => (count - expected) ** 2)) / expected).toBeCloseTo(1, 1);
  });

  test('picks by weight, and never a value without weight', () => {
    const random = Random.of('pick');
    const picks = take(10_000, () =>
      random.pick([
        ['often', 3],
        ['never', 0],
        ['seldom', 1],
      ]),
    );
    expect(picks.filter((pick) => pick === 'often').length / picks.length).toBeCloseTo(0.75, 1);
    expect(picks).not.toContain('never');
  });
});

test('EvenDraws hits the given share of each subject almost exactly', () => {
  const draws = new EvenDraws(Random.of('even'));
  for (const [subject, share] of [
    [1, 0.06],
    [2, 0.5],
    [3, 0],
  ] as const) {
    const hits = take(500, () => draws.chance(subject, share)).filter(Boolean);
    expect(Math.abs(hits.length - 500 * share)).toBeLessThan(3);
  }
});

test('UUIDs have version 8 and sort by their first word', () => {
  expect(uuidOf([0x01020304, 0xffffffff, 0xffffffff, 0xfffffff0])).toBe(
    '01020304-ffff-8fff-bfff-fffffffffff0',
  );
  expect(uuidOf([2, 0, 0, 0]) > uuidOf([1, -1, -1, -1])).toBe(true);
});
