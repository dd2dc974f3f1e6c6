/**
 * The chance of a standard normal value at least this far from 0, either way. The complementary error
 * function by Chebyshev fitting (Numerical Recipes, 6.2): relative error below 1.2e-7 everywhere.
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
