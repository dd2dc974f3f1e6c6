import { compareVariants, type Comparison, differenceInterval, MIN_VIEWS } from '@funnel/domain';
import type { Gain, NamedVariant, VariantLoses, VariantsUndecided, VariantWins } from '../finding.ts';
import {
  type CampaignWeek,
  conversionShare,
  type FindingsInput,
  liveCampaigns,
  named,
  type VariantWeek,
} from '../input.ts';
import { isFarBelow } from './weak-campaigns.ts';

type VariantFinding = VariantWins | VariantLoses | VariantsUndecided;

/** Compares the variants of every experiment. All pairs of the website are one family of tests. */
export function variantFindings(input: FindingsInput): VariantFinding[] {
  const campaigns = liveCampaigns(input);
  const comparisons = compareVariants(campaigns.map(variantsWithTraffic), 'once');
  return comparisons.flatMap((comparison, index) => {
    const campaign = campaigns[index];
    return (campaign && resultOf(campaign, comparison)) ?? [];
  });
}

function variantsWithTraffic({ variants }: CampaignWeek): NamedVariant[] {
  return variants.filter(({ trafficPercentage }) => trafficPercentage > 0).map(namedVariant);
}

function resultOf(
  campaign: CampaignWeek,
  { variants, outcome }: Comparison<NamedVariant>,
): VariantFinding | undefined {
  const [best, last] = [variants[0], variants.at(-1)];
  if (best === undefined || last === undefined) return undefined;
  const common = { campaign: named(campaign) };
  if (outcome === 'wins') {
    const others = variants.slice(1);
    const gain = gainOf(others.map((other) => ({ better: best, worse: other, viewers: other.share.of })));
    return { kind: 'variant_wins', ...common, variant: best, others, gain, effect: gain.low };
  }
  if (outcome === 'loses') {
    const others = variants.slice(0, -1);
    const viewers = last.share.of / others.length;
    const gain = gainOf(others.map((better) => ({ better, worse: last, viewers })));
    return { kind: 'variant_loses', ...common, variant: last, others, gain, effect: gain.low };
  }
  return outcome === 'undecided' ? { kind: 'variants_undecided', ...common, variants, effect: 0 } : undefined;
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
