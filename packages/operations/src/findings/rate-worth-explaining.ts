import { shareOf, twoSidedP, zOfDifference } from '@funnel/domain';

/** The risk of looking for the cause of nothing. Whether a change is said to be beyond chance is decided by the fair comparison. */
const ALPHA = 0.01;
/** A smaller change of a rate, relative to itself, is not worth an explanation. */
const MIN_RATE_CHANGE = 0.1;

interface Viewers {
  views: number;
  conversions: number;
}

/** Whether the share of viewers who converted changed so much that somebody may ask why. */
export function isRateWorthExplaining({
  conversions,
  views,
  previous,
}: Viewers & { previous?: Viewers | undefined }): boolean {
  if (!previous || views === 0 || previous.views === 0) return false;
  const [now, before] = [shareOf(conversions, views), shareOf(previous.conversions, previous.views)];
  if (twoSidedP(zOfDifference(now, before)) > ALPHA) return false;
  const rate = previous.conversions / previous.views;
  return Math.abs(conversions / views - rate) >= MIN_RATE_CHANGE * rate;
}
