import { standardErrorOf } from '@funnel/domain';

/**
 * Traffic is no Poisson process: weather, weekdays off and other people's posts move a week's views by some ten
 * percent of themselves without anything having happened.
 */
const WEEKLY_SPREAD = 0.1;
const INTERVAL_Z = 1.96;

/**
 * How far two weeks' views are apart, in standard errors; above 0 where there are more now. On the scale of the
 * square root, where a count's own variance is 1/4 whatever its size, so that 0 views are no special case.
 */
export function zOfViews(week: number, previous: number): number {
  const mean = (week + previous) / 2;
  if (mean === 0) return 0;
  const rootVariance = varianceOf(week, previous) / (4 * mean);
  return (Math.sqrt(week) - Math.sqrt(previous)) / Math.sqrt(rootVariance);
}

/** By how many the views surely differ: the end near 0 of the 95 % interval. */
export function surelyDifferent(week: number, previous: number): number {
  return Math.max(0, Math.abs(week - previous) - INTERVAL_Z * Math.sqrt(varianceOf(week, previous)));
}

/** Of the difference. */
function varianceOf(week: number, previous: number): number {
  const mean = (week + previous) / 2;
  const sketches = (standardErrorOf(week) ** 2 + standardErrorOf(previous) ** 2) / 2;
  return 2 * mean * (1 + mean * (WEEKLY_SPREAD ** 2 + sketches));
}
