import { compareVariants, type Comparison, dateText, differenceInterval, MIN_VIEWS } from '@funnel/domain';
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

/** Compares the variants of every experiment over its whole life. All pairs of the website are one family of tests. */
export function variantFindings(input: FindingsInput): VariantFinding[] {
  const campaigns = liveCampaigns(input).filter(({ comparedSince }) => comparedSince !== null);
  const comparisons = compareVariants(campaigns.map(variantsWithTraffic));
  return comparisons.flatMap((comparison, index) => {
    const campaign = campaigns[index];
    if (!campaign) return [];
    const since = dateText(campaign.comparedSince ?? input.lastDay, input.lastDay);
    return resultOf(campaign, since, comparison) ?? [];
  });
}

function variantsWithTraffic({ variants }: CampaignWeek): NamedVariant[] {
  return variants.filter(({ trafficPercentage }) => trafficPercentage > 0).map(namedVariant);
}

function resultOf(
  campaign: CampaignWeek,
  since: string,
  { variants, outcome }: Comparison<NamedVariant>,
): VariantFinding | undefined {
  const [best, last] = [variants[0], variants.at(-1)];
  if (best === undefined || last === undefined) return undefined;
  const common = { campaign: named(campaign), since };
  const viewersOf = ({ id }: NamedVariant) =>
    campaign.variants.find((variant) => variant.id === id)?.week.views ?? 0;
  if (outcome === 'wins') {
    const others = variants.slice(1);
    const gain = gainOf(others.map((other) => ({ better: best, worse: other, viewers: viewersOf(other) })));
    return { kind: 'variant_wins', ...common, variant: best, others, gain, effect: gain.low };
  }
  if (outcome === 'loses') {
    const others = variants.slice(0, -1);
    const viewers = viewersOf(last) / others.length;
    const gain = gainOf(others.map((better) => ({ better, worse: last, viewers })));
    return { kind: 'variant_loses', ...common, variant: last, others, gain, effect: gain.low };
  }
  return outcome === 'undecided' ? { kind: 'variants_undecided', ...common, variants, effect: 0 } : undefined;
}

/** The additional conversions in a week if the viewers of the worse variant see the better one. */
function gainOf(moves: readonly { better: NamedVariant; worse: NamedVariant; viewers: number }[]): Gain {
  const intervals = moves.map(({ better, worse, viewers }) => {
    const { low, high } = differenceInterval(better.share, worse.share);
    return { low: Math.max(0, low) * viewers, high: high * viewers };
  });
  const sum = (end: keyof Gain) => intervals.reduce((total, interval) => total + interval[end], 0);
  return { low: Math.floor(sum('low')), high: Math.ceil(sum('high')) };
}

function namedVariant({ id, name, variation, life, week, previous }: VariantWeek): NamedVariant {
  const before = conversionShare(previous);
  const isStopped = before.of >= MIN_VIEWS && isFarBelow(conversionShare(week), before, 1);
  return { id, name, variation, share: life, before: isStopped ? before : null };
}
