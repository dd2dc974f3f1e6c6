import { alwaysValidP } from './always-valid.ts';
import { compareEarnings, type DailyEarnings } from './compare-revenue.ts';
import { isEnoughFor } from './compare-shares.ts';
import { proportionOf, type Share, sumShares } from './share.ts';
import { FAMILY_ALPHA, MIN_VIEWS, significantOf } from './significance.ts';

/** A variant of an experiment: how many of its viewers converted. */
export interface SharedVariant {
  id: number;
  share: Share;
}

export interface Comparison<Variant> {
  /** Those with enough viewers, best first. Fewer than two: nothing can be compared. */
  variants: Variant[];
  /** `wins`: the first is better than each other. `loses`: the last is worse. `mixed`: some others differ. */
  outcome: 'wins' | 'loses' | 'mixed' | 'undecided' | 'too_few';
  /** The pairs that differ beyond chance. */
  settled: readonly SettledPair<Variant>[];
}

export interface SettledPair<Variant> {
  better: Variant;
  worse: Variant;
}

interface Pair<Variant> extends SettledPair<Variant> {
  p: number;
}

/**
 * Compares the variants of experiments. All pairs of all experiments are one family of tests: the risk of naming even one
 * variant by chance is at most `FAMILY_ALPHA`, however often the same experiments are compared while viewers come in. Shares are of their
 * whole lives.
 * @example
 * const [a, b] = [{ id: 1, share: shareOf(135, 1_350) }, { id: 2, share: shareOf(217, 1_330) }];
 * const [experiment] = compareVariants([[a, b]]);
 * assert.equal(experiment?.outcome, 'wins');
 * assert.equal(experiment?.variants[0]?.id, 2);
 */
export function compareVariants<Variant extends SharedVariant>(
  experiments: readonly (readonly Variant[])[],
): Comparison<Variant>[] {
  return judged(
    experiments.map((all) => {
      const variants = comparable(all);
      return { variants, pairs: pairsOf(variants, ({ share: a }, { share: b }) => alwaysValidP(a, b)) };
    }),
  );
}

/**
 * The same by what they earn per viewer. It is a family of its own.
 * @example
 * const days = (value: number) => Array.from({ length: 14 }, (_, day) => value + (day % 3));
 * const earning = (id: number, cents: number) => ({ id, earnings: { viewers: days(500), orders: days(20), cents: days(cents) } });
 * const [experiment] = compareRevenue([[earning(1, 90_000), earning(2, 150_000)]]);
 * assert.deepEqual([experiment?.outcome, experiment?.variants[0]?.id], ['wins', 2]);
 */
export function compareRevenue<Variant extends { id: number; earnings: DailyEarnings }>(
  experiments: readonly (readonly Variant[])[],
): Comparison<Variant>[] {
  return judged(
    experiments.map((all) => {
      const variants = all.toSorted((a, b) => perViewer(b.earnings) - perViewer(a.earnings) || a.id - b.id);
      const pairs = pairsOf(variants, (a, b) => pOfMore(a.earnings, b.earnings));
      // Each must be comparable with each other.
      const isEnough = pairs.length === (variants.length * (variants.length - 1)) / 2;
      return isEnough ? { variants, pairs } : { variants: [], pairs: [] };
    }),
  );
}

/** Day by day the other one may earn more. */
function pOfMore(a: DailyEarnings, b: DailyEarnings): number | undefined {
  const compared = compareEarnings(a, b);
  return compared && (compared.difference > 0 ? compared.p : 1);
}

function judged<Variant>(
  compared: readonly { variants: Variant[]; pairs: Pair<Variant>[] }[],
): Comparison<Variant>[] {
  const pairs = compared.flatMap((experiment) => experiment.pairs);
  const proven = significantOf(pairs, FAMILY_ALPHA);
  return compared.map(({ variants, pairs: own }) => ({
    variants,
    outcome: outcomeOf(variants, own, proven),
    settled: own.filter((pair) => proven.has(pair)),
  }));
}

function perViewer({ viewers, cents }: DailyEarnings): number {
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);
  return sum(cents) / Math.max(1, sum(viewers));
}

/** Variants with too few viewers are left out. */
function comparable<Variant extends SharedVariant>(all: readonly Variant[]): Variant[] {
  const shown = all.filter(({ share }) => share.of >= MIN_VIEWS);
  const pooled = proportionOf(sumShares(shown.map(({ share }) => share)));
  return shown
    .filter(({ share }) => isEnoughFor(pooled, share.of))
    .sort((a, b) => b.share.count / b.share.of - a.share.count / a.share.of || a.id - b.id);
}

/** Without those that cannot be compared. */
function pairsOf<Variant>(
  variants: readonly Variant[],
  pOf: (better: Variant, worse: Variant) => number | undefined,
): Pair<Variant>[] {
  return variants.flatMap((better, index) =>
    variants.slice(index + 1).flatMap((worse) => {
      const p = pOf(better, worse);
      return p === undefined ? [] : [{ better, worse, p }];
    }),
  );
}

function outcomeOf<Variant>(
  variants: readonly Variant[],
  pairs: readonly Pair<Variant>[],
  proven: ReadonlySet<Pair<Variant>>,
): Comparison<Variant>['outcome'] {
  const isProven = (matches: (pair: Pair<Variant>) => boolean) =>
    pairs.filter(matches).every((pair) => proven.has(pair));
  if (variants.length < 2) return 'too_few';
  if (isProven(({ better }) => better === variants[0])) return 'wins';
  if (isProven(({ worse }) => worse === variants.at(-1))) return 'loses';
  return pairs.some((pair) => proven.has(pair)) ? 'mixed' : 'undecided';
}
