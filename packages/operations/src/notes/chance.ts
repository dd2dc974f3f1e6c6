import { shareOf, twoSidedP, zOfCounts, zOfDifference } from '@funnel/domain';
import type { NotedMetrics } from './report-body.ts';

/** The risk of one note. */
const ALPHA = 0.01;
/** Without a cause, orders and conversions swing by a tenth between two periods, and a rate by this much of itself. */
const [COUNT_SPREAD, RATE_SPREAD] = [0.1, 0.06];

/** Whether a number of events changed by more than chance. */
export function isBeyondChance({ now, before }: { now: number; before: number }): boolean {
  return twoSidedP(zOfCounts(now, before, COUNT_SPREAD)) <= ALPHA;
}

/** A smaller change of a rate, relative to itself, is not worth an explanation. */
const MIN_RATE_CHANGE = 0.1;

interface Rates extends Pick<NotedMetrics, 'views' | 'conversions'> {
  previous?: Pick<NotedMetrics, 'views' | 'conversions'> | undefined;
}

/** Whether the share of viewers who converted changed by more than chance and its usual swing. */
export function isRateBeyondChance(rates: Rates): boolean {
  return isBeyond(rates, RATE_SPREAD);
}

/** Whether it changed so much that what began or ended may explain it, if its usual swing alone could have done the same. */
export function isRateWorthExplaining(rates: Rates): boolean {
  const { conversions, views, previous } = rates;
  if (!previous || !isBeyond(rates, 0)) return false;
  const before = previous.conversions / previous.views;
  return Math.abs(conversions / views - before) >= MIN_RATE_CHANGE * before;
}

function isBeyond({ conversions, views, previous }: Rates, spread: number): boolean {
  if (!previous || views === 0 || previous.views === 0) return false;
  const [now, before] = [shareOf(conversions, views), shareOf(previous.conversions, previous.views)];
  return twoSidedP(zOfDifference(now, before, spread)) <= ALPHA;
}
