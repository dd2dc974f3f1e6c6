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

/** Whether the share of viewers who converted changed by more than chance. */
export function isRateBeyondChance({
  conversions,
  views,
  previous,
}: Pick<NotedMetrics, 'views' | 'conversions'> & {
  previous?: Pick<NotedMetrics, 'views' | 'conversions'> | undefined;
}): boolean {
  if (!previous || views === 0 || previous.views === 0) return false;
  const [now, before] = [shareOf(conversions, views), shareOf(previous.conversions, previous.views)];
  return twoSidedP(zOfDifference(now, before, RATE_SPREAD)) <= ALPHA;
}
