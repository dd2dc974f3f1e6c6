import { type Day, bucketStart, dayOf } from '@funnel/domain';

/**
 * The demo as seen at one time. Random values depend only on how many days ago a day is, so that a demo that is loaded a
 * week later has the same events, a week later.
 */
export interface DemoCalendar {
  today: Day;
  /** The part of today that has passed, from 0 to 1. */
  elapsed: number;
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
