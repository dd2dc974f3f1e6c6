import type { Gain, NamedVariant, VariantLoses, VariantsUndecided, VariantWins } from '../finding.ts';
import {
  type CampaignWeek,
  conversionShare,
  type FindingsInput,
  liveCampaigns,
  named,
  type VariantWeek,
} from '../input.ts';
import { differenceInterval, isEnoughFor, zOfDifference } from '../statistics/compare-shares.ts';
import { proportionOf, sumOf } from '../statistics/share.ts';
import { significantOf, twoSidedP } from '../statistics/significance.ts';
import { FAMILY_ALPHA, MIN_VIEWS } from '../thresholds.ts';
import { isFarBelow } from './weak-campaigns.ts';

type VariantFinding = VariantWins | VariantLoses | VariantsUndecided;

interface Pair {
  better: NamedVariant;
  worse: NamedVariant;
  p: number;
}

interface Experiment {
  campaign: CampaignWeek;
  /** Best first. */
  variants: NamedVariant[];
  pairs: Pair[];
}

/** Compares the variants of every experiment. All pairs of the website are one family of tests. */
export function variantFindings(input: FindingsInput): VariantFinding[] {
  const experiments = liveCampaigns(input).map(experimentOf);
  const pairs = experiments.flatMap((experiment) => experiment.pairs);
  const proven = significantOf(pairs, FAMILY_ALPHA);
  return experiments.flatMap((experiment) => resultOf(experiment, proven) ?? []);
}

/** Variants with too few viewers are left out. */
function experimentOf(campaign: CampaignWeek): Experiment {
  const shown = campaign.variants
    .filter(({ trafficPercentage, week }) => trafficPercentage > 0 && week.views >= MIN_VIEWS)
    .map(namedVariant);
  const pooled = proportionOf(sumOf(shown.map(({ share }) => share)));
  const variants = shown
    .filter(({ share }) => isEnoughFor(pooled, share.of))
    .sort((a, b) => b.share.count / b.share.of - a.share.count / a.share.of || a.id - b.id);
  const pairs = variants.flatMap((better, index) =>
    variants.slice(index + 1).map((worse) => {
      return { better, worse, p: twoSidedP(zOfDifference(better.share, worse.share)) };
    }),
  );
  return { campaign, variants, pairs };
}

function resultOf(
  { campaign, variants, pairs }: Experiment,
  proven: ReadonlySet<Pair>,
): VariantFinding | undefined {
  const [best, last] = [variants[0], variants.at(-1)];
  if (best === undefined || last === undefined || best === last) return undefined;

  const common = { campaign: named(campaign) };
  const isProven = (matches: (pair: Pair) => boolean) =>
    pairs.filter(matches).every((pair) => proven.has(pair));
  if (isProven((pair) => pair.better === best)) {
    const others = variants.slice(1);
    const gain = gainOf(others.map((other) => ({ better: best, worse: other, viewers: other.share.of })));
    return { kind: 'variant_wins', ...common, variant: best, others, gain, effect: gain.low };
  }
  if (isProven((pair) => pair.worse === last)) {
    const others = variants.slice(0, -1);
    const viewers = last.share.of / others.length;
    const gain = gainOf(others.map((better) => ({ better, worse: last, viewers })));
    return { kind: 'variant_loses', ...common, variant: last, others, gain, effect: gain.low };
  }
  if (pairs.some((pair) => proven.has(pair))) return undefined;
  return { kind: 'variants_undecided', ...common, variants, effect: 0 };
}

/** The additional conversions if the viewers of the worse variant see the better one. */
function gainOf(moves: readonly { better: NamedVariant; worse: NamedVariant; viewers: number }[]): Gain {
  const intervals = moves.map(({ better, worse, viewers }) => {
    const { low, high } = differenceInterval(better.share, worse.share);
    return { low: Math.max(0, low) * viewers, high: high * viewers };
  });
  const sum = (end: keyof Gain) => intervals.reduce((total, interval) => total + interval[end], 0);
  return { low: Math.floor(sum('low')), high: Math.ceil(sum('high')) };
}

function namedVariant({ id, name, variation, week, previous }: VariantWeek): NamedVariant {
  const [share, before] = [conversionShare(week), conversionShare(previous)];
  const isStopped = before.of >= MIN_VIEWS && isFarBelow(share, before, 1);
  return { id, name, variation, share, before: isStopped ? before : null };
}
