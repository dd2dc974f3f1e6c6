import { isComparable, zOfDifference } from '../statistics/compare-shares.ts';
import { twoSidedP } from '../statistics/normal.ts';
import { proportionOf, type Share } from '../statistics/share.ts';
import { FAMILY_ALPHA, RATE_SPREAD, STOPPED } from '../thresholds.ts';

/** At most a quarter of the benchmark, and beyond chance even if it is one of so many that were looked at. */
export function isFarBelow(share: Share, benchmark: Share, tests: number): boolean {
  if (!isComparable(share, benchmark) || proportionOf(share) > STOPPED * proportionOf(benchmark))
    return false;
  return twoSidedP(zOfDifference(share, benchmark, RATE_SPREAD)) <= FAMILY_ALPHA / tests;
}
