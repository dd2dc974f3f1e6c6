import { standardErrorOf } from '@funnel/domain';

/** Weather, holidays and other people's posts change a week's views by about ten percent without any other cause. */
const WEEKLY_SPREAD = 0.1;
const INTERVAL_Z = 1.96;

/** The smallest plausible difference of the views: the end of the 95 % interval that is nearer to 0. */
export function certainDifference(week: number, previous: number): number {
  return Math.max(0, Math.abs(week - previous) - INTERVAL_Z * Math.sqrt(varianceOf(week, previous)));
}

function varianceOf(week: number, previous: number): number {
  const mean = (week + previous) / 2;
  const sketches = (standardErrorOf(week) ** 2 + standardErrorOf(previous) ** 2) / 2;
  return 2 * mean * (1 + mean * (WEEKLY_SPREAD ** 2 + sketches));
}
