import { rate, standardErrorOf } from '@funnel/domain';

/** So many of so many, with the rate as every report states it: percent, 2 decimals, may exceed 100. */
export interface Share {
  count: number;
  of: number;
  rate: number;
}

export function shareOf(count: number, of: number): Share {
  return { count, of, rate: rate(count, of) };
}

export function sumOf(shares: readonly Share[]): Share {
  const total = (key: 'count' | 'of') => shares.reduce((sum, share) => sum + share[key], 0);
  return shareOf(total('count'), total('of'));
}

/** For the tests, where a share above 1 has no meaning. */
export function proportionOf({ count, of }: Share): number {
  return of === 0 ? 0 : Math.min(count, of) / of;
}

/**
 * Variance of the proportion beyond the binomial one: what the sketches add, and what a rate swings of itself
 * from week to week (`spread`, relative; 0 between visitors who were drawn by lot in the same week).
 */
export function extraVariance(share: Share, spread = 0): number {
  const relative = standardErrorOf(share.count) ** 2 + standardErrorOf(share.of) ** 2 + spread ** 2;
  return proportionOf(share) ** 2 * relative;
}
