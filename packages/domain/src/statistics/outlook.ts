import { viewersNeeded } from './always-valid.ts';
import { differenceInterval } from './compare-shares.ts';
import type { Comparison, SharedVariant } from './compare-variants.ts';
import { proportionOf, type Share, shareOf } from './share.ts';
import { FAMILY_ALPHA } from './significance.ts';

/** If the result would take longer, the advice is to end the experiment. */
const MAX_WEEKS = 52;

/** How far two rates are apart in percentage points, and the 95 % interval of that, with the two decimals that people read. */
export interface PointsApart {
  points: number;
  low: number;
  high: number;
}

/** How long something takes, as people say it. */
export interface Time {
  count: number;
  unit: 'days' | 'weeks';
}

/** Whether it is worth to wait for a decision between the best variants. Numbers are rounded as people read them. */
export type Outlook =
  /** As far apart as they seem, it takes this long; without traffic nobody knows the time. */
  | { advice: 'wait'; viewers: number; time: Time | undefined }
  /** It would take more than a year, but the largest difference within the interval, so many points, would not. */
  | { advice: 'unclear'; time: Time; points: number }
  /** Even that would. */
  | { advice: 'end'; weeklyViewers: number; points: number };

/**
 * How far two variants of an experiment with this many are apart. All of its intervals hold together.
 * @example
 * const apart = pointsApart(shareOf(150, 1_000), shareOf(100, 1_000), 2);
 * assert.deepEqual(apart, { points: 5, low: 2.11, high: 7.89 });
 */
export function pointsApart(a: Share, b: Share, variants: number): PointsApart {
  const { low, high } = differenceInterval(a, b, { comparisons: (variants * (variants - 1)) / 2 });
  return { points: twoDecimals(a.rate - b.rate), low: twoDecimals(100 * low), high: twoDecimals(100 * high) };
}

/**
 * The variant that may be the best, and those of which it is not known whether they are worse, best first.
 * @example
 * const variants = [{ id: 1, share: shareOf(30, 100) }, { id: 2, share: shareOf(29, 100) }];
 * assert.equal(openRivals({ variants, settled: [] }).rivals[0]?.id, 2);
 */
export function openRivals<Variant>({
  variants: [best, ...others],
  settled,
}: Pick<Comparison<Variant>, 'variants' | 'settled'>): { best: Variant | undefined; rivals: Variant[] } {
  const isWorse = (other: Variant) => settled.some(({ better, worse }) => better === best && worse === other);
  return { best, rivals: others.filter((other) => !isWorse(other)) };
}

/**
 * What to expect of an experiment without a winner. It follows from the difference and the interval that people read, and depends on no other
 * experiment, so that it is the same wherever it is said. Undefined if there is nothing to wait for.
 * @example
 * const variants = [{ id: 1, share: shareOf(4_010, 40_000) }, { id: 2, share: shareOf(4_000, 40_000) }];
 * assert.equal(outlookOf({ variants, settled: [] }, 1_000)?.advice, 'end');
 */
export function outlookOf<Variant extends SharedVariant>(
  comparison: Pick<Comparison<Variant>, 'variants' | 'settled'>,
  weeklyViewers: number,
): Outlook | undefined {
  const { variants, settled } = comparison;
  const { best, rivals } = openRivals(comparison);
  const [rival] = rivals;
  if (!best || !rival) return undefined;
  const pairs = (variants.length * (variants.length - 1)) / 2;
  const alpha = FAMILY_ALPHA / Math.max(1, pairs - settled.length);
  const wait = (share: Share, other: Share) => {
    const each = viewersNeeded(share, other, alpha);
    const viewers = Math.max(
      1,
      variants.reduce((sum, { share: own }) => sum + Math.max(0, each - own.of), 0),
    );
    return { viewers, weeks: viewers / weeklyViewers };
  };
  const usual = wait(best.share, rival.share);
  if (usual.weeks <= MAX_WEEKS || (weeklyViewers === 0 && Number.isFinite(usual.viewers))) {
    const time = weeklyViewers === 0 ? undefined : timeOf(usual.weeks);
    return { advice: 'wait', viewers: twoDigits(usual.viewers), time };
  }
  const possible = rivals.map(({ share }) => {
    const { high } = pointsApart(best.share, share, variants.length);
    return { points: high, weeks: wait(largest(best.share, share, high), share).weeks };
  });
  const soonest = possible.reduce((one, other) => (other.weeks < one.weeks ? other : one));
  if (soonest.weeks <= MAX_WEEKS)
    return { advice: 'unclear', time: timeOf(soonest.weeks), points: soonest.points };
  const points = Math.max(...possible.map((each) => each.points));
  return { advice: 'end', weeklyViewers: twoDigits(weeklyViewers), points };
}

/** As many viewers, this many points above the other. */
function largest({ of }: Share, other: Share, points: number): Share {
  return shareOf(Math.min(of, (proportionOf(other) + points / 100) * of), of);
}

function timeOf(weeks: number): Time {
  const days = Math.max(1, Math.ceil(7 * weeks));
  return days < 14 ? { count: days, unit: 'days' } : { count: Math.ceil(weeks), unit: 'weeks' };
}

/** "Roughly": 12,345 is 12,000. */
function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

/** Never -0. */
function twoDecimals(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}
