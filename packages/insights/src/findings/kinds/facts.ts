import { dateText, MIN_VIEWS } from '@funnel/domain';
import type { BestConversionRate, Fact, VariantsUndecided, WeekRevenue } from '@funnel/words';
import { conversionShare, type FindingsInput, liveCampaigns, named, type SubjectWeek } from '../input.ts';
import { compareWeeks } from '../statistics/compare-weeks.ts';
import { HALF, MIN_FACT_VIEWS } from '../thresholds.ts';
import { earningsOf } from './revenue.ts';
import { variantFindings } from './variants.ts';

const MIN_BEST_CONVERSIONS = 10;
const MIN_WEEK_ORDERS = 3;

/** Returns the facts of the week, the most useful first. */
export function facts(input: FindingsInput): Fact[] {
  if (input.website.week.views < MIN_VIEWS) return [];
  const [undecided, ...alsoUndecided] = undecidedExperiments(input);
  const first = [undecided ?? [], bestConversionRate(input), weekRevenue(input), websiteWeek(input)];
  return [...first.flat(), ...alsoUndecided];
}

/** The experiments without a clear result, the most viewed first. */
function undecidedExperiments(input: FindingsInput): VariantsUndecided[] {
  const viewers = ({ variants }: VariantsUndecided) => variants.reduce((sum, { share }) => sum + share.of, 0);
  return variantFindings(input)
    .filter((finding) => finding.kind === 'variants_undecided')
    .sort((a, b) => viewers(b) - viewers(a) || a.campaign.id - b.campaign.id);
}

function bestConversionRate(input: FindingsInput): BestConversionRate[] {
  const [best, next] = liveCampaigns(input)
    .filter(({ week }) => week.views >= MIN_FACT_VIEWS)
    .map((campaign) => ({ ...named(campaign), week: conversionShare(campaign.week) }))
    .sort((a, b) => b.week.rate - a.week.rate || b.week.of - a.week.of || a.id - b.id);
  if (best === undefined || next === undefined || best.week.rate === next.week.rate) return [];
  if (best.week.count < MIN_BEST_CONVERSIONS) return [];
  return [{ kind: 'best_conversion_rate', campaign: named(best), week: best.week, next, effect: 0 }];
}

function weekRevenue(input: FindingsInput): Fact[] {
  const { currency, website, campaigns } = input;
  const { week: now, previous: before } = website;
  if (Math.max(now.orders, before.orders) < MIN_WEEK_ORDERS) return [];
  if (now.revenueCents === 0n && before.revenueCents === 0n) return [];
  const [week, previous] = [earningsOf([now]), earningsOf([before])];
  const change = compareWeeks(input, [website]).get(website);
  return [
    {
      kind: 'week_revenue',
      campaign: null,
      isBeyondChance: change?.beyondChance.has('orders') ?? false,
      newSince: newSinceOf(input),
      driver: driverOf(campaigns, now.orders - before.orders),
      currency,
      week,
      previous,
      effect: 0,
    },
  ];
}

/** The campaign with more than half of a change of orders. */
function driverOf(campaigns: FindingsInput['campaigns'], change: number): WeekRevenue['driver'] {
  const partOf = ({ week, previous }: SubjectWeek) => (week.orders - previous.orders) / change;
  const [driver] = campaigns
    .filter((campaign) => partOf(campaign) > HALF)
    .sort((a, b) => partOf(b) - partOf(a) || a.id - b.id);
  if (change === 0 || !driver) return null;
  return { ...named(driver), orders: driver.week.orders, previousOrders: driver.previous.orders };
}

function websiteWeek(input: FindingsInput): Fact[] {
  const { website } = input;
  const [week, previous] = [conversionShare(website.week), conversionShare(website.previous)];
  return [{ kind: 'website_week', campaign: null, newSince: newSinceOf(input), week, previous, effect: 0 }];
}

function newSinceOf({ website, lastDay }: FindingsInput): string | null {
  return website.newSince === null ? null : dateText(website.newSince, lastDay);
}
