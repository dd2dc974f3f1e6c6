import { extraVariance, proportionOf, type Share } from './share.ts';
import { pooledProportion, zOfDifference } from './compare-shares.ts';

/** How large differences are: small, medium or large, as standard deviations of the logarithm of the odds ratio. See ADR 26. */
const EFFECT_SPREADS = [0.1, 0.3, 1];
/** In 80 % of the cases this many viewers are enough. */
const POWER_Z = 0.84;
/** More viewers than anybody has. */
const MOST_VIEWERS = 2 ** 40;

/**
 * How strongly two shares speak against equal rates (an e-value): how much more likely they are with differences of the usual sizes than with
 * none. Without a difference it ever reaches 100 in at most 1 % of experiments, however often it is computed while viewers come in.
 */
export function evidenceOfDifference(a: Share, b: Share): number {
  return evidenceOf(zOfDifference(a, b), informationOf(a, b));
}

/** The average over the sizes, each a normal mixture of likelihood ratios (Robbins). An average of e-values is one. */
export function evidenceOf(z: number, information: number): number {
  const sum = EFFECT_SPREADS.reduce((total, spread) => {
    const known = spread ** 2 * information;
    return total + Math.exp((z ** 2 * known) / (2 * (1 + known))) / Math.sqrt(1 + known);
  }, 0);
  return sum / EFFECT_SPREADS.length;
}

/** The p of a difference that stays valid however often it is computed. */
export function alwaysValidP(a: Share, b: Share): number {
  return Math.min(1, 1 / evidenceOfDifference(a, b));
}

/**
 * How many viewers each side needs until a difference of this size is proven at `alpha`, in 80 % of the cases. Infinite if there is no
 * difference, or if it is smaller than the error of sketches.
 * @example
 * const needed = viewersNeeded(shareOf(120, 1_000), shareOf(100, 1_000), 0.01);
 * assert.ok(needed > 9_000 && needed < 14_000);
 */
export function viewersNeeded(a: Share, b: Share, alpha: number): number {
  const isEnough = (of: number) => {
    const [grownA, grownB] = [grown(a, of), grown(b, of)];
    const difference = proportionOf(a) - proportionOf(b);
    const z = Math.abs(difference) / Math.sqrt(varianceOf(grownA, grownB));
    return evidenceOf(Math.max(0, z - POWER_Z), informationOf(grownA, grownB)) >= 1 / alpha;
  };
  let high = 1;
  while (!isEnough(high)) {
    high *= 2;
    if (high > MOST_VIEWERS) return Number.POSITIVE_INFINITY;
  }
  let low = high / 2;
  while (high - low > Math.max(1, 0.001 * high)) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How much is known about the logarithm of the odds ratio: the inverse of its variance. */
function informationOf(a: Share, b: Share): number {
  const pooled = pooledProportion(a, b);
  const variance = varianceOf(a, b);
  return variance > 0 ? (pooled * (1 - pooled)) ** 2 / variance : 0;
}

/** The variance of the difference of two proportions that are equal, with the error of sketches. */
function varianceOf(a: Share, b: Share): number {
  const pooled = pooledProportion(a, b);
  return pooled * (1 - pooled) * (1 / a.of + 1 / b.of) + extraVariance(a) + extraVariance(b);
}

function grown(share: Share, of: number): Share {
  return { ...share, count: proportionOf(share) * of, of };
}
