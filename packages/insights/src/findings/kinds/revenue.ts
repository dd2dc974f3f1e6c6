import { type Counts, divideRounded, FAMILY_ALPHA, twoSidedP } from '@funnel/domain';
import type { BestRevenuePerView, Earnings } from '@funnel/words';
import { type FindingsInput, hasEnoughViews, liveCampaigns, named } from '../input.ts';
import { MIN_ORDERS, MODEST_GAIN } from '../thresholds.ts';

/**
 * The relative variance of the sum of n orders is (1 + cv^2) / n. The counts do not contain the variation of single orders
 * (cv), so it is assumed to be 1: as large as the average order, which is a lot for a shop.
 */
const ORDER_VARIANCE = 2;
const INTERVAL_Z = 1.96;

/** Finds the campaign that earns the most per view among those with orders: not every campaign is meant to sell. */
export function bestRevenuePerView(input: FindingsInput): BestRevenuePerView[] {
  const selling = liveCampaigns(input)
    .filter(
      (campaign) => hasEnoughViews(campaign) && campaign.week.orders > 0 && campaign.week.revenueCents > 0n,
    )
    .map((campaign) => ({ campaign, week: earningsOf([campaign.week]) }))
    .sort((a, b) => perView(b.week) - perView(a.week) || a.campaign.id - b.campaign.id);
  const [best, ...rest] = selling;
  if (best === undefined || rest.length === 0 || best.week.orders < MIN_ORDERS) return [];

  const others = earningsOf(rest.map(({ campaign }) => campaign.week));
  const standardError = Math.sqrt(ORDER_VARIANCE * (1 / best.week.orders + 1 / others.orders));
  const p = twoSidedP(Math.log(perView(best.week) / perView(others)) / standardError);
  // The best of several campaigns counts as a test of each of them.
  const isChance = p > FAMILY_ALPHA / selling.length;
  if (isChance || best.week.perViewCents <= others.perViewCents) return [];

  const cautious = perView(best.week) * Math.exp(-INTERVAL_Z * standardError) - perView(others);
  const perOrder = Number(best.week.revenueCents) / best.week.orders;
  const effect = Math.floor((MODEST_GAIN * others.views * Math.max(0, cautious)) / perOrder);
  const { campaign, week } = best;
  return [
    {
      kind: 'best_revenue_per_view',
      campaign: named(campaign),
      currency: input.currency,
      week,
      others,
      effect,
    },
  ];
}

export function earningsOf(counts: readonly Counts[]): Earnings {
  const views = counts.reduce((sum, each) => sum + each.views, 0);
  const orders = counts.reduce((sum, each) => sum + each.orders, 0);
  const revenueCents = counts.reduce((sum, each) => sum + each.revenueCents, 0n);
  const perViewCents = views === 0 ? 0n : divideRounded(revenueCents, BigInt(views));
  return { views, orders, revenueCents, perViewCents };
}

function perView({ revenueCents, views }: Earnings): number {
  return Number(revenueCents) / views;
}
