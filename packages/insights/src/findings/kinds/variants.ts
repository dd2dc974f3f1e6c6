import {
  compareRevenue,
  compareVariants,
  type Comparison,
  dateText,
  differenceInterval,
  MIN_VIEWS,
  outlookOf,
} from '@funnel/domain';
import type { Gain, NamedVariant, VariantDecided, VariantsUndecided } from '@funnel/words';
import { type CampaignWeek, conversionShare, type FindingsInput, liveCampaigns, named } from '../input.ts';
import { compareWeeks } from '../statistics/compare-weeks.ts';
import { hasStopped } from './weak-campaigns.ts';

type VariantFinding = VariantDecided | VariantsUndecided;

/** Compares the variants of every experiment over its whole life. All pairs of the website are one family of tests. */
export function variantFindings(input: FindingsInput): VariantFinding[] {
  const campaigns = liveCampaigns(input).filter(({ comparedSince }) => comparedSince !== null);
  const stopped = stoppedVariants(input, campaigns);
  const comparisons = compareVariants(campaigns.map((campaign) => variantsWithTraffic(campaign, stopped)));
  const revenues = compareRevenue(campaigns.map(earningVariants));
  return comparisons.flatMap((comparison, index) => {
    const campaign = campaigns[index];
    if (!campaign) return [];
    const since = dateText(campaign.comparedSince ?? input.lastDay, input.lastDay);
    const [earner] = revenues[index]?.outcome === 'wins' ? revenues[index].variants : [];
    return resultOf(campaign, since, { ...comparison, earner: earner?.id }) ?? [];
  });
}

/** None if a variant has nothing to compare. */
function earningVariants({ variants }: CampaignWeek) {
  const shown = variants.filter(({ trafficPercentage }) => trafficPercentage > 0);
  const earning = shown.flatMap(({ id, earnings }) => (earnings ? [{ id, earnings }] : []));
  return earning.length === shown.length ? earning : [];
}

function variantsWithTraffic({ variants }: CampaignWeek, stopped: ReadonlySet<number>): NamedVariant[] {
  return variants
    .filter(({ trafficPercentage }) => trafficPercentage > 0)
    .map(({ id, name, variation, life, previous }) => {
      return { id, name, variation, share: life, before: stopped.has(id) ? conversionShare(previous) : null };
    });
}

/** The variants that have almost stopped converting since the week before. */
function stoppedVariants(input: FindingsInput, campaigns: readonly CampaignWeek[]): Set<number> {
  const all = campaigns.flatMap(({ variants, newSince }) =>
    variants.map((variant) => ({ ...variant, newSince })),
  );
  const stopped = [...compareWeeks(input, all)].filter(([{ week, previous }, { beyondChance }]) => {
    const [now, before] = [conversionShare(week), conversionShare(previous)];
    return beyondChance.has('conversion_rate') && before.of >= MIN_VIEWS && hasStopped(now, before);
  });
  return new Set(stopped.map(([{ id }]) => id));
}

function resultOf(
  campaign: CampaignWeek,
  since: string,
  { variants, outcome, settled, earner }: Comparison<NamedVariant> & { earner: number | undefined },
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
  if (outcome === 'too_few') return undefined;
  const earnsMost = variants.find(({ id }) => id === earner) ?? null;
  const isBroken = campaign.broken !== null && campaign.broken.also.variants.length > 0;
  const outlook =
    (earnsMost || isBroken ? undefined : outlookOf({ variants, settled }, campaign.weeklyViewers)) ?? null;
  return { kind: 'variants_undecided', ...common, variants, settled, outlook, earnsMost, effect: 0 };
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
