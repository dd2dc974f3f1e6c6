import type { BestConversionRate, WebsiteWeek, WeekRevenue } from '../finding.ts';
import { campaignName, money, number, percent } from './words.ts';

export function bestRateText({ campaign, week, next }: BestConversionRate): string {
  return `${campaignName(campaign)} has the highest conversion rate of the week: ${percent(week.rate)} of ${number(week.of)} viewers; next is ${campaignName(next)} with ${percent(next.week.rate)} of ${number(next.week.of)}. See what of it the other campaigns could borrow.`;
}

export function weekRevenueText({ currency, week, previous }: WeekRevenue): string {
  const orders = (count: number) => `${number(count)} ${count === 1 ? 'order' : 'orders'}`;
  const before =
    previous.orders === 0
      ? 'the week before brought no orders'
      : `the week before ${money(currency, previous.revenueCents)} from ${orders(previous.orders)}`;
  return `Campaigns brought ${money(currency, week.revenueCents)} in the week from ${orders(week.orders)}, ${money(currency, week.perViewCents)} per viewer; ${before}. Single large orders sway such sums, so compare several weeks before you act.`;
}

export function websiteWeekText({ week, previous }: WebsiteWeek): string {
  const now = `${number(week.of)} visitors saw a campaign in the week and ${number(week.count)} converted (${percent(week.rate)})`;
  if (week.count === 0)
    return `${now}. Check that conversions are recorded, and that every campaign asks for something.`;
  if (previous.of === 0) return `${now}. It is the first such week: measure your next changes against it.`;
  const before = `the week before it was ${number(previous.count)} of ${number(previous.of)} (${percent(previous.rate)})`;
  return `${now}; ${before}. Measure your next changes against it.`;
}
