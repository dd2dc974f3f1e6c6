import { standardErrorOf } from '../sketch/estimate.ts';
import { isEnoughFor } from './compare-shares.ts';
import { MIN_VIEWS, twoSidedP } from './significance.ts';

/**
 * Compares viewers with the configured split (sample ratio mismatch). Returns for each part the p of its deviation, or
 * nothing if there are too few viewers. The error of the sketches is included.
 * @example
 * const even = checkSplit([{ viewers: 1_003, weight: 50 }, { viewers: 997, weight: 50 }]);
 * const odd = checkSplit([{ viewers: 1_200, weight: 50 }, { viewers: 800, weight: 50 }]);
 * assert.ok(even.every(({ p }) => p > 0.5));
 * assert.ok(odd.every(({ p }) => p < 0.001));
 */
export function checkSplit<Part extends { viewers: number; weight: number }>(
  parts: readonly Part[],
): { part: Part; expected: number; viewers: number; p: number }[] {
  const viewers = parts.reduce((sum, part) => sum + part.viewers, 0);
  const weights = parts.reduce((sum, part) => sum + part.weight, 0);
  const shareOfPart = ({ weight }: Part) => weight / weights;
  if (viewers < MIN_VIEWS || parts.length < 2 || !(weights > 0)) return [];
  if (parts.some((part) => !isEnoughFor(shareOfPart(part), viewers))) return [];
  return parts.map((part) => {
    const share = shareOfPart(part);
    const estimated = parts.reduce((sum, other) => {
      const error = standardErrorOf(other.viewers) * other.viewers * (other === part ? 1 - share : share);
      return sum + error ** 2;
    }, 0);
    const z = (part.viewers - share * viewers) / Math.sqrt(viewers * share * (1 - share) + estimated);
    return { part, expected: share * viewers, viewers, p: twoSidedP(z) };
  });
}
