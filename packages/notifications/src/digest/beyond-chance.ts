import { isComparable, shareOf, twoSidedP, zOfCounts, zOfDifference } from '@funnel/domain';
import type { WebsiteWeekLine, WeekCounts } from '../messages/message.ts';

/** Weather, holidays and other people's posts change a week's viewers by about ten percent without any other cause. */
const WEEKLY_SPREAD = 0.1;
/** A digest of a hundred websites has a false one in a year or so. */
const ALPHA = 1e-4;
/** Smaller changes are not worth a line, even if they are more than chance. */
const MIN_CHANGE = 0.2;

/** Which changes of a week are more than chance. */
export function beyondChance(week: WeekCounts, previous: WeekCounts): WebsiteWeekLine['beyondChance'] {
  return {
    views: directionOf(
      zOfCounts(week.viewers, previous.viewers, WEEKLY_SPREAD),
      week.viewers,
      previous.viewers,
    ),
    rate: rateDirection(week, previous),
  };
}

function rateDirection(week: WeekCounts, previous: WeekCounts): 'up' | 'down' | null {
  const [now, before] = [
    shareOf(week.converted, week.viewers),
    shareOf(previous.converted, previous.viewers),
  ];
  if (!isComparable(now, before)) return null;
  return directionOf(zOfDifference(now, before), now.rate, before.rate);
}

function directionOf(z: number, now: number, before: number): 'up' | 'down' | null {
  if (twoSidedP(z) > ALPHA || Math.abs(now - before) < MIN_CHANGE * before) return null;
  return now > before ? 'up' : 'down';
}
