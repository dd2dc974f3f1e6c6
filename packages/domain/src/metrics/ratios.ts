import { divideRounded, hundredthsToNumber, numberToHundredths } from './decimals.ts';

/**
 * Returns a percentage with 2 decimals. It is 0 when the denominator is 0, and may exceed 100.
 * @example
 * assert.equal(rate(2, 3), 66.67);
 * assert.equal(rate(5, 0), 0);
 */
export function rate(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  const doubled = 20_000 * numerator + denominator;
  // Whole numbers below 2^53 divide and round down exactly as doubles, five times as fast as bigints.
  if (doubled <= Number.MAX_SAFE_INTEGER) return Math.floor(doubled / (2 * denominator)) / 100;
  // Beyond them, the fraction of an expected count no longer matters.
  return hundredthsToNumber(divideRounded(BigInt(Math.round(numerator)) * 10_000n, BigInt(denominator)));
}

/**
 * Returns `rate` as `/cta` prints it, without trailing zeros.
 * @example
 * assert.equal(percentText(1, 8), '12.5%');
 */
export function percentText(numerator: number, denominator: number): string {
  return `${rate(numerator, denominator)}%`;
}

/**
 * Returns the average order value with 2 decimals; 0 without orders.
 * @example
 * assert.equal(aov(10_000n, 3), 33.33);
 */
export function aov(revenueCents: bigint, orders: number): number {
  if (orders === 0) return 0;
  return hundredthsToNumber(divideRounded(revenueCents, BigInt(orders)));
}

/**
 * Returns the percent change with 2 decimals, or null when the previous value is 0. It is computed from the rounded
 * values that the response shows, so that a reader can check it.
 * @example
 * assert.equal(change(150, 100), 50);
 * assert.equal(change(150, 0), null);
 */
export function change(current: number, previous: number): number | null {
  const before = numberToHundredths(previous);
  if (before === 0n) return null;
  const difference = numberToHundredths(current) - before;
  return hundredthsToNumber(divideRounded(difference * 10_000n, before));
}
