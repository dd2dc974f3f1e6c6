import { extraVariance, proportionOf, type Share } from './share.ts';
import { criticalZ } from './significance.ts';

/** With fewer expected visitors in a cell there is no test. */
const MIN_EXPECTED_COUNT = 5;

/** For the 95 % interval of an effect's size. Whether there is an effect is decided by `zOfDifference`. */
const INTERVAL_Z = 1.96;
const INTERVAL_P = 0.05;

/** Whether there are enough viewers for a test at this proportion. */
export function isEnoughFor(proportion: number, viewers: number): boolean {
  return viewers * Math.min(proportion, 1 - proportion) >= MIN_EXPECTED_COUNT;
}

/**
 * Whether two shares have enough viewers for a test.
 * @example
 * assert.ok(isComparable(shareOf(50, 500), shareOf(60, 500)));
 * assert.ok(!isComparable(shareOf(1, 500), shareOf(2, 500)));
 */
export function isComparable(a: Share, b: Share): boolean {
  return isEnoughFor(pooledProportion(a, b), Math.min(a.of, b.of));
}

/**
 * The difference of two proportions in standard errors; positive if `a` is larger. It is the signed root of the likelihood
 * ratio with Yates' correction, which is accurate in the tail for small and unequal groups; the pooled z is not.
 * @example
 * assert.ok(zOfDifference(shareOf(217, 1_330), shareOf(135, 1_350)) > 4);
 */
export function zOfDifference(a: Share, b: Share, spread = 0): number {
  const pooled = pooledProportion(a, b);
  const binomial = pooled * (1 - pooled) * (1 / a.of + 1 / b.of);
  if (!(binomial > 0)) return 0;
  const difference = proportionOf(a) - proportionOf(b);
  // Yates: move every cell by half a visitor towards equal proportions.
  const correction = Math.min(0.5, Math.abs(difference) / (1 / a.of + 1 / b.of)) * Math.sign(difference);
  const deviance = termsOf(a, -correction, pooled) + termsOf(b, correction, pooled);
  const extra = extraVariance(a, spread) + extraVariance(b, spread);
  return (
    Math.sign(difference) * Math.sqrt(2 * Math.max(0, deviance)) * Math.sqrt(binomial / (binomial + extra))
  );
}

/**
 * The 95 % interval of proportion a minus proportion b. With several comparisons, all intervals together hold in 95 % of
 * the cases (Bonferroni).
 * @example
 * const { low, high } = differenceInterval(shareOf(217, 1_330), shareOf(135, 1_350));
 * assert.ok(low > 0.03 && high < 0.1);
 */
export function differenceInterval(
  a: Share,
  b: Share,
  { spread = 0, comparisons = 1 }: { spread?: number; comparisons?: number } = {},
): { low: number; high: number } {
  const difference = proportionOf(a) - proportionOf(b);
  const margin = intervalZ(comparisons) * Math.sqrt(varianceOf(a, spread) + varianceOf(b, spread));
  return { low: difference - margin, high: difference + margin };
}

/** How many standard errors a 95 % interval has to each side, so that this many intervals hold together. */
export function intervalZ(comparisons: number): number {
  return comparisons === 1 ? INTERVAL_Z : criticalZ(INTERVAL_P / comparisons);
}

function varianceOf(share: Share, spread: number): number {
  const proportion = proportionOf(share);
  return (proportion * (1 - proportion)) / share.of + extraVariance(share, spread);
}

export function pooledProportion(a: Share, b: Share): number {
  return (Math.min(a.count, a.of) + Math.min(b.count, b.of)) / Math.max(1, a.of + b.of);
}

function termsOf({ count, of }: Share, correction: number, pooled: number): number {
  const yes = Math.min(count, of) + correction;
  return relative(yes, of * pooled) + relative(of - yes, of * (1 - pooled));
}

function relative(observed: number, expected: number): number {
  return observed > 0 ? observed * Math.log(observed / expected) : 0;
}
