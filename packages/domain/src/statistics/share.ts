import { rate } from '../metrics/ratios.ts';
import { standardErrorOf } from '../sketch/estimate.ts';

/** `count` of `of` visitors, and the rate as reports show it: percent with 2 decimals, possibly above 100. */
export interface Share {
  count: number;
  of: number;
  rate: number;
}

/**
 * @example
 * assert.deepEqual(shareOf(115, 812), { count: 115, of: 812, rate: 14.16 });
 */
export function shareOf(count: number, of: number): Share {
  return { count, of, rate: rate(count, of) };
}

/**
 * @example
 * assert.deepEqual(sumShares([shareOf(1, 4), shareOf(2, 4)]), shareOf(3, 8));
 */
export function sumShares(shares: readonly Share[]): Share {
  const total = (key: 'count' | 'of') => shares.reduce((sum, share) => sum + share[key], 0);
  return shareOf(total('count'), total('of'));
}

/**
 * The share as a number from 0 to 1, for tests, where more than 1 has no meaning.
 * @example
 * assert.equal(proportionOf(shareOf(1, 4)), 0.25);
 */
export function proportionOf({ count, of }: Share): number {
  return of === 0 ? 0 : Math.min(count, of) / of;
}

/** Variance beyond the binomial one: the error of sketches, and the variation of weeks (`spread`, relative). */
export function extraVariance(share: Share, spread = 0): number {
  const relative = standardErrorOf(share.count) ** 2 + standardErrorOf(share.of) ** 2 + spread ** 2;
  return proportionOf(share) ** 2 * relative;
}

/** Three standard errors: one share in 700 is above its upper bound, so a few dozen can be checked at once. */
const BOUNDS_Z = 3;

/**
 * The bounds of the true proportion (Wilson's score interval), including the error of the sketches.
 * @example
 * const { low, high } = boundsOf(shareOf(50, 100));
 * assert.ok(low > 0.35 && high < 0.65);
 */
export function boundsOf(share: Share): { low: number; high: number } {
  if (share.of === 0) return { low: 0, high: 1 };
  const proportion = proportionOf(share);
  const binomial = (proportion * (1 - proportion)) / share.of;
  // The error of the sketches has the same effect as a smaller sample.
  const size = binomial > 0 ? (share.of * binomial) / (binomial + extraVariance(share)) : share.of;
  const centre = proportion + BOUNDS_Z ** 2 / (2 * size);
  const margin =
    BOUNDS_Z * Math.sqrt((proportion * (1 - proportion)) / size + BOUNDS_Z ** 2 / (4 * size ** 2));
  const scale = 1 + BOUNDS_Z ** 2 / size;
  return { low: Math.max(0, (centre - margin) / scale), high: Math.min(1, (centre + margin) / scale) };
}
