/** The risk of naming even one difference by chance, in one answer or in one week of a website. */
export const FAMILY_ALPHA = 0.01;

/** The fewest viewers for a statement about a rate. */
export const MIN_VIEWS = 100;

/**
 * The probability of a standard normal value at least this far from 0, in either direction. The complementary error
 * function by Chebyshev fitting (Numerical Recipes, 6.2); the relative error is below 1.2e-7.
 * @example
 * assert.ok(Math.abs(twoSidedP(1.96) - 0.05) < 1e-4);
 */
export function twoSidedP(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = COEFFICIENTS.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return Math.min(1, t * Math.exp(-x * x + series));
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/** The inverse of `twoSidedP`, by bisection: how far from 0 a value must be. */
export function criticalZ(p: number): number {
  let [low, high] = [0, 40];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (twoSidedP(middle) > p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the significant results. The risk of even one false result is at most `alpha`, also for dependent tests (Holm
 * 1979): the smallest p is compared with alpha / n, the next with alpha / (n - 1), and so on until one fails.
 * @example
 * const results = [{ p: 0.001 }, { p: 0.04 }];
 * assert.equal(significantOf(results, 0.05).size, 2);
 * assert.equal(significantOf(results, 0.03).size, 1);
 */
export function significantOf<T extends { p: number }>(results: readonly T[], alpha: number): Set<T> {
  const ascending = [...results].sort((a, b) => a.p - b.p);
  const failed = ascending.findIndex(({ p }, index) => p > alpha / (ascending.length - index));
  return new Set(failed === -1 ? ascending : ascending.slice(0, failed));
}
