import type { BestConversionRate, WebsiteSummary, WeekRevenue } from './finding.ts';
import type { Counts } from '@funnel/domain';
import { campaignName, money, number, percent } from './phrases.ts';

/** The text for the campaign with the highest conversion rate. */
export function bestRateText({ campaign, week, next }: BestConversionRate): string {
  return `${campaignName(campaign)} has the highest conversion rate of the week: ${percent(week.rate)} of ${number(week.of)} viewers, followed by ${campaignName(next)} with ${percent(next.week.rate)} of ${number(next.week.of)}. See what your other campaigns can learn from it.`;
}

/** The text for the website's revenue. */
export function weekRevenueText({
  currency,
  week,
  previous,
  isBeyondChance,
  newSince,
  driver,
}: WeekRevenue): string {
  const orders = (count: number) => `${number(count)} ${count === 1 ? 'order' : 'orders'}`;
  const before =
    previous.orders === 0
      ? 'the week before there were no orders'
      : `the week before it was ${money(currency, previous.revenueCents)} from ${orders(previous.orders)}`;
  const from = driver
    ? ` Most of it: ${campaignName(driver)}, ${orders(driver.orders)} after ${number(driver.previousOrders)}; look there first.`
    : '';
  const sure = newSince
    ? `The website is new since ${newSince}, so there is no whole week to compare with.`
    : isBeyondChance
      ? `The number of orders changed by more than chance.${from}`
      : 'A difference like this can be chance: single orders decide, so compare several weeks before you act.';
  if (week.orders === 0) return `There were no orders during the week; ${before}. ${sure}`;
  return `Your campaigns earned ${money(currency, week.revenueCents)} during the week from ${orders(week.orders)}, or ${money(currency, week.perViewCents)} per viewer; ${before}. ${sure}`;
}

/** The text for the website's viewers and conversions. */
export function websiteSummaryText({ week, previous, newSince }: WebsiteSummary): string {
  const now = `${number(week.of)} visitors saw a campaign during the week and ${number(week.count)} converted (${percent(week.rate)})`;
  if (week.count === 0)
    return `${now}. Check that conversions are recorded and that every campaign has a call to action.`;
  if (previous.of === 0)
    return `${now}. There were no views the week before: use this week as the baseline for your next changes.`;
  if (newSince)
    return `${now}. The website is new since ${newSince}: use this week as the baseline for your next changes.`;
  const before = `${number(previous.count)} of ${number(previous.of)} (${percent(previous.rate)})`;
  return `${now}, compared with ${before} the week before. Use this as the baseline for your next changes.`;
}

/**
 * The only sentence of a week without findings.
 * @example
 * assert.match(emptyWeekText({ views: 3 }), /^Only 3 visitors saw a campaign/);
 */
export function emptyWeekText({ views }: Pick<Counts, 'views'>): string {
  if (views === 0) return 'No visitors saw a campaign during the week, so there is nothing to recommend yet.';
  const visitors = views === 1 ? 'visitor' : 'visitors';
  return `Only ${number(views)} ${visitors} saw a campaign during the week: too few to recommend anything yet.`;
}
