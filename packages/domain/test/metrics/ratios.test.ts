import { describe, expect, test } from '@jest/globals';
import { aov, percentText, rate } from '../../src/index.ts';
import { hundredthsOfText } from '../support/decimals.ts';
import fc from 'fast-check';

const anyCount = fc.oneof(
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);
const anyDivisor = anyCount.filter((count) => count > 0);

/** The definition of rounding, without division: the exact value is in [h - 1/2, h + 1/2). */
const isRoundedHalfUp = (hundredths: bigint, numerator: bigint, denominator: bigint): boolean => {
  const twiceRest = 2n * (numerator - hundredths * denominator);
  return -denominator <= twiceRest && twiceRest < denominator;
};

describe('rate', () => {
  test('is the exact percentage, rounded half away from zero to 2 decimals', () => {
    fc.assert(
      fc.property(anyCount, anyDivisor, (numerator, denominator) => {
        fc.pre(numerator / denominator < 1e11);
        const hundredths = hundredthsOfText(rate(numerator, denominator));
        expect(isRoundedHalfUp(hundredths, 10_000n * BigInt(numerator), BigInt(denominator))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [1, 1, 100],
    [0, 5, 0],
    [3, 2, 150],
    // Exact halves of a hundredth, which rounding in floating point gets wrong.
    [3, 20_000, 0.02],
    [29, 20_000, 0.15],
    [113, 20_000, 0.57],
    [1, 20_001, 0],
    [1_005, 100_000, 1.01],
  ])('of %i and %i is %d', (numerator, denominator, percent) => {
    expect(rate(numerator, denominator)).toBe(percent);
  });

  test('rounds every exact half of a hundredth up', () => {
    const wrong = [];
    for (let half = 1; half < 40_000; half += 2) {
      if (rate(half, 20_000) !== (half + 1) / 200) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });

  test('is 0 when the denominator is 0', () => {
    expect(rate(0, 0)).toBe(0);
    expect(rate(7, 0)).toBe(0);
  });
});

describe('aov', () => {
  test('is exact to the cent, rounded half away from zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), anyDivisor, (cents, orders) => {
        fc.pre(cents / BigInt(orders) < 10n ** 15n);
        expect(isRoundedHalfUp(hundredthsOfText(aov(cents, orders)), cents, BigInt(orders))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('rounds negative values away from zero, and never to -0', () => {
    expect(aov(-25n, 10)).toBe(-0.03);
    expect(aov(-24n, 10)).toBe(-0.02);
    expect(aov(-1n, 10)).toBe(0);
  });

  test('is 0 without orders', () => {
    expect(aov(0n, 0)).toBe(0);
    expect(aov(500n, 0)).toBe(0);
  });
});

test.each([
  [1, 8, '12.5%'],
  [1, 3, '33.33%'],
  [1, 2, '50%'],
  [0, 9, '0%'],
  [0, 0, '0%'],
  [5, 0, '0%'],
  [3, 1, '300%'],
  [101, 1_000, '10.1%'],
])('percentText of %i and %i is %s, without trailing zeros', (numerator, denominator, text) => {
  expect(percentText(numerator, denominator)).toBe(text);
});

test('a share of a fraction is a share, also of counts beyond the exact whole numbers', () => {
  expect(rate(3.5, 7)).toBe(50);
  expect(rate(4e12 - 0.001, 8e12)).toBe(50);
});
