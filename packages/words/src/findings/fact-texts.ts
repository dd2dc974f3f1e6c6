import { type Counts, numberText } from '@funnel/domain';
import { percentText } from '../phrases/formats.ts';
import { campaignName } from '../phrases/names.ts';
import { chanceText, countText, moneyText } from '../phrases/numbers.ts';
import type { BestConversionRate, WebsiteSummary, WeekRevenue } from './finding.ts';

export function bestRateText({ campaign, week, next }: BestConversionRate): string {
  return `${campaignName(campaign)} has the highest conversion rate of the week: ${percentText(week.rate)} of ${numberText(week.of)} viewers, followed by ${campaignName(next)} with ${percentText(next.week.rate)} of ${numberText(next.week.of)}. See what your other campaigns can learn from it.`;
}

export function weekRevenueText({
  currency,
  week,
  previous,
  isBeyondChance,
  newSince,
  driver,
}: WeekRevenue): string {
  const orders = (count: number) => countText(count, 'order');
  const before =
    previous.orders === 0
      ? 'the week before there were no orders'
      : `the week before it was ${moneyText(previous.revenueCents, currency)} from ${orders(previous.orders)}`;
  const from = driver
    ? ` Most of it: ${campaignName(driver)}, ${orders(driver.orders)} after ${numberText(driver.previousOrders)}; look there first.`
    : '';
  const sure = newSince
    ? `The website is new since ${newSince}, so there is no whole week to compare with.`
    : isBeyondChance
      ? `The change of orders is ${chanceText(true)}.${from}`
      : `The difference ${chanceText(false)}: single orders decide, so compare several weeks before you act.`;
  if (week.orders === 0) return `There were no orders during the week; ${before}. ${sure}`;
  return `Your campaigns earned ${moneyText(week.revenueCents, currency)} during the week from ${orders(week.orders)}, or ${moneyText(week.perViewCents, currency)} per viewer; ${before}. ${sure}`;
}

export function websiteSummaryText({ week, previous, newSince }: WebsiteSummary): string {
  const now = `${countText(week.of, 'visitor')} saw a campaign during the week and ${numberText(week.count)} converted (${percentText(week.rate)})`;
  if (week.count === 0)
    return `${now}. Check that conversions are recorded and that every campaign has a call to action.`;
  if (previous.of === 0)
    return `${now}. There were no views the week before: use this week as the baseline for your next changes.`;
  if (newSince)
    return `${now}. The website is new since ${newSince}: use this week as the baseline for your next changes.`;
  const before = `${numberText(previous.count)} of ${numberText(previous.of)} (${percentText(previous.rate)})`;
  return `${now}, compared with ${before} the week before. Use this as the baseline for your next changes.`;
}

/**
 * The only sentence of a week without findings.
 * @example
 * assert.match(emptyWeekText({ views: 3 }), /^Only 3 visitors saw a campaign/);
 */
export function emptyWeekText({ views }: Pick<Counts, 'views'>): string {
  if (views === 0) return 'No visitors saw a campaign during the week, so there is nothing to recommend yet.';
  return `Only ${countText(views, 'visitor')} saw a campaign during the week: too few to recommend anything yet.`;
}
