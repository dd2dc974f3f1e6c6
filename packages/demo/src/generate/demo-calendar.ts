import { type Day, bucketStart, dayOf } from '@funnel/domain';

/**
 * The demonstration as seen from one instant. What is drawn depends on how long ago a day is, how many
 * come on its weekday and its season: loaded a week later, the same story is told, a week later.
 */
export interface DemoCalendar {
  today: Day;
  /** Share of today that has passed. */
  elapsed: number;
  /** Monday of the last full week. */
  lastWeek: Day;
}

const WEEK_DAYS = 7;
const MS_PER_DAY = 86_400_000;

export function demoCalendar(now: Date): DemoCalendar {
  const today = dayOf(now);
  return {
    today,
    elapsed: now.getTime() / MS_PER_DAY - today,
    lastWeek: bucketStart(today, 'week') - WEEK_DAYS,
  };
}
