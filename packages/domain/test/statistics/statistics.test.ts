import { describe, expect, test } from '@jest/globals';
import { STANDARD_ERROR, standardErrorOf } from '../../src/sketch/estimate.ts';
import { checkSplit } from '../../src/statistics/check-split.ts';
import { evidenceOfDifference, viewersNeeded } from '../../src/statistics/always-valid.ts';
import { zOfCounts } from '../../src/statistics/compare-counts.ts';
import { differenceInterval, zOfDifference } from '../../src/statistics/compare-shares.ts';
import { compareVariants } from '../../src/statistics/compare-variants.ts';
import { boundsOf, shareOf } from '../../src/statistics/share.ts';
import { criticalZ, significantOf, twoSidedP } from '../../src/statistics/significance.ts';

test.each([
  [0, 1],
  [1, 0.317310508],
  [-1.96, 0.0499957903],
  [3.29, 0.00100187383],
  [6, 1.97317529e-9],
])('twoSidedP(%d) is the tabulated probability', (z, p) => {
  expect(Math.abs(twoSidedP(z) / p - 1)).toBeLessThan(1e-6);
});

test('criticalZ is the inverse of twoSidedP', () => {
  for (const p of [0.5, 0.05, 0.01, 1e-6]) expect(twoSidedP(criticalZ(p)) / p).toBeCloseTo(1, 6);
});

test('significantOf compares each next p with a larger part of alpha and stops at the first failure', () => {
  const results = [0.02, 0.001, 0.2, 0.012].map((p) => ({ p }));
  const [second, first, , third] = results;
  expect([...significantOf(results, 0.05)]).toEqual([first, third, second]);
  expect([...significantOf(results, 0.04)]).toEqual([first, third, second]);
  expect([...significantOf(results, 0.03)]).toEqual([first]);
  expect(significantOf([], 0.05).size).toBe(0);
});

test('standardErrorOf assumes a dense sketch from a little below the limit of sparse ones', () => {
  expect([0, 3_900, 4_050, 1_000_000].map(standardErrorOf)).toEqual([0, 0, STANDARD_ERROR, STANDARD_ERROR]);
});

describe('the difference of two shares', () => {
  test('changes its sign with their order and is 0 without a difference', () => {
    const [a, b] = [shareOf(140, 1_000), shareOf(90, 1_000)];
    expect(zOfDifference(a, b)).toBeCloseTo(-zOfDifference(b, a), 10);
    expect(zOfDifference(a, a)).toBe(0);
    expect(zOfDifference(shareOf(0, 50), shareOf(0, 70))).toBe(0);
    expect(zOfDifference(shareOf(90, 50), shareOf(70, 70))).toBe(0);
  });

  test('is close to the pooled z of the textbook for large counts', () => {
    // (0.12 - 0.1) / sqrt(0.11 * 0.89 * 2 / 3000)
    expect(zOfDifference(shareOf(360, 3_000), shareOf(300, 3_000))).toBeCloseTo(2.476, 1);
  });

  test('is accurate in the tail for small and unequal groups, where the pooled z is not', () => {
    const [small, large, rate, critical] = [120, 2_400, 0.045, 3.29];
    const [ofSmall, ofLarge] = [binomial(small, rate), binomial(large, rate)];
    let [beyond, beyondPooled] = [0, 0];
    for (let x = 0; x <= 40; x++) {
      for (let y = 40; y <= 180; y++) {
        const chance = (ofSmall[x] ?? 0) * (ofLarge[y] ?? 0);
        const pooled = (x + y) / (small + large);
        const error = Math.sqrt(pooled * (1 - pooled) * (1 / small + 1 / large));
        if (Math.abs(zOfDifference(shareOf(x, small), shareOf(y, large))) > critical) beyond += chance;
        if (Math.abs(x / small - y / large) / error > critical) beyondPooled += chance;
      }
    }
    expect(beyond).toBeLessThan(0.001);
    expect(beyondPooled).toBeGreaterThan(0.0015);
  });

  test('has an interval that grows with the weekly variation', () => {
    const [a, b] = [shareOf(300, 3_000), shareOf(240, 3_000)];
    const [plain, swinging] = [differenceInterval(a, b), differenceInterval(a, b, { spread: 0.1 })];
    expect(plain.low).toBeCloseTo(0.02 - 1.96 * Math.sqrt((0.1 * 0.9 + 0.08 * 0.92) / 3_000), 10);
    expect(swinging.low).toBeLessThan(plain.low);
    expect(swinging.high).toBeGreaterThan(plain.high);
  });
});

describe('the evidence of a difference', () => {
  test('grows with the difference and with the viewers, and falls without a difference', () => {
    const of = (count: number, viewers: number) =>
      evidenceOfDifference(shareOf(count, viewers), shareOf(0.1 * viewers, viewers));
    expect(of(120, 1_000)).toBeLessThan(of(150, 1_000));
    expect(of(150, 1_000)).toBeLessThan(of(300, 2_000));
    expect(of(100, 1_000)).toBeLessThan(1);
    expect(of(1_000, 10_000)).toBeLessThan(of(100, 1_000));
    expect(evidenceOfDifference(shareOf(0, 50), shareOf(0, 70))).toBe(1);
  });

  test('asks for more than a test that is read once', () => {
    // z = 2.58 is beyond chance at 1 % for one look.
    const [a, b] = [shareOf(1_138, 10_000), shareOf(1_024, 10_000)];
    expect(twoSidedP(zOfDifference(a, b))).toBeLessThan(0.02);
    expect(evidenceOfDifference(a, b)).toBeLessThan(10);
  });
});

describe('viewersNeeded', () => {
  const [a, b] = [shareOf(120, 1_000), shareOf(100, 1_000)];

  test('is the number of viewers at which the difference is proven in most cases', () => {
    const needed = viewersNeeded(a, b, 0.01);
    const at = (of: number) => evidenceOfDifference(shareOf(0.12 * of, of), shareOf(0.1 * of, of));
    expect(at(needed)).toBeGreaterThan(100);
    expect(at(needed / 2)).toBeLessThan(100);
    expect(viewersNeeded(a, b, 0.001)).toBeGreaterThan(needed);
  });

  test('is infinite where sketches hide the difference, and without one', () => {
    expect(viewersNeeded(shareOf(1_010, 10_000), shareOf(1_000, 10_000), 0.01)).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(viewersNeeded(a, a, 0.01)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('compareVariants', () => {
  const variant = (id: number, count: number, of: number) => ({ id, share: shareOf(count, of) });

  test('names a winner, a loser, or neither', () => {
    const outcomes = compareVariants([
      [variant(1, 100, 1_000), variant(2, 200, 1_000)],
      [variant(1, 200, 1_000), variant(2, 205, 1_000), variant(3, 100, 1_000)],
      [variant(1, 310, 1_000), variant(2, 265, 1_000), variant(3, 225, 1_000)],
      [variant(1, 100, 1_000), variant(2, 104, 1_000)],
      [variant(1, 10, 90), variant(2, 40, 1_000)],
    ]).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['wins', 'loses', 'mixed', 'undecided', 'too_few']);
  });

  test('needs a larger difference the more there is to compare', () => {
    const close = [variant(1, 100, 1_000), variant(2, 168, 1_000)];
    const ties = Array.from({ length: 20 }, () => [variant(1, 100, 1_000), variant(2, 100, 1_000)]);
    expect(compareVariants([close])[0]?.outcome).toBe('wins');
    expect(compareVariants([close, ...ties])[0]?.outcome).toBe('undecided');
  });
});

describe('checkSplit', () => {
  test('is the z of the textbook for exact counts', () => {
    const [half] = checkSplit([
      { viewers: 550, weight: 1 },
      { viewers: 450, weight: 1 },
    ]);
    expect(half?.p).toBeCloseTo(twoSidedP(50 / Math.sqrt(250)), 10);
    expect(half?.expected).toBe(500);
  });

  test('allows for the error of sketches', () => {
    const parts = [
      { viewers: 203_000, weight: 50 },
      { viewers: 200_000, weight: 50 },
    ];
    const [first] = checkSplit(parts);
    expect(first?.p).toBeGreaterThan(0.05);
    expect(twoSidedP(1_500 / Math.sqrt(403_000 / 4))).toBeLessThan(1e-5);
  });

  test('says nothing about too few viewers, one variant or no configured split', () => {
    expect(
      checkSplit([
        { viewers: 60, weight: 1 },
        { viewers: 30, weight: 1 },
      ]),
    ).toEqual([]);
    expect(checkSplit([{ viewers: 600, weight: 1 }])).toEqual([]);
    expect(
      checkSplit([
        { viewers: 600, weight: 0 },
        { viewers: 300, weight: 0 },
      ]),
    ).toEqual([]);
    expect(
      checkSplit([
        { viewers: 600, weight: 99.9 },
        { viewers: 0, weight: 0.1 },
      ]),
    ).toEqual([]);
  });
});

test('the bounds of a share contain it, stay between 0 and 1 and are wider for sketched counts', () => {
  expect(boundsOf(shareOf(0, 0))).toEqual({ low: 0, high: 1 });
  // Wilson: 9 / (91 + 9).
  expect(boundsOf(shareOf(0, 91)).high).toBeCloseTo(0.09, 10);
  const sketched = boundsOf(shareOf(40_000, 80_000));
  const binomialOnly = 3 * Math.sqrt(0.25 / 80_000);
  expect(sketched.high - 0.5).toBeGreaterThan(3 * binomialOnly);
  expect(boundsOf(shareOf(200, 100)).high).toBeCloseTo(1, 10);
});

/** The probabilities of 0, 1, 2 ... successes. */
function binomial(trials: number, p: number): number[] {
  const chances = [(1 - p) ** trials];
  for (let k = 1; k <= trials; k++)
    chances.push((((chances[k - 1] ?? 0) * (trials - k + 1)) / k) * (p / (1 - p)));
  return chances;
}

test('few orders more or less can be chance: 2 after 12 are not beyond 1 %', () => {
  expect(twoSidedP(zOfCounts(2, 12, 0))).toBeGreaterThan(0.01);
  expect(twoSidedP(zOfCounts(2, 20, 0))).toBeLessThan(0.001);
  expect(zOfCounts(1, 0, 0)).toBe(0);
  expect(zOfCounts(5, 9, 0.1)).toBeCloseTo(-zOfCounts(9, 5, 0.1));
});
