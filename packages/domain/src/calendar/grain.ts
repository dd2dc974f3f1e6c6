import { civilDateOf, dayOfCivil, monthOf, yearOf } from './civil-date.ts';
import type { Day } from './day.ts';

const { floor } = Math;

/** The sizes of calendar buckets that metrics are stored in, shortest first. */
export const GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Grain = (typeof GRAINS)[number];

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday, and weeks start on Monday. */
const DAYS_FROM_MONDAY_TO_DAY_0 = 3;

/**
 * Returns the first day of the bucket that contains `day`. Weeks start on Monday.
 * @example
 * const saturday = parseDay('2026-11-14') ?? 0;
 * assert.equal(formatDay(bucketStart(saturday, 'week')), '2026-11-09');
 */
export function bucketStart(day: Day, grain: Grain): Day {
  return grain === 'day' ? day : startOf(bucketIndex(day, grain), grain);
}

/**
 * Returns the last day, inclusive, of the bucket that contains `day`.
 * @example
 * const saturday = parseDay('2026-11-14') ?? 0;
 * assert.equal(formatDay(bucketEnd(saturday, 'quarter')), '2026-12-31');
 */
export function bucketEnd(day: Day, grain: Grain): Day {
  return grain === 'day' ? day : startOf(bucketIndex(day, grain) + 1, grain) - 1;
}

/** Numbers the buckets of a grain: neighbours differ by one. */
export function bucketIndex(day: Day, grain: Grain): number {
  if (grain === 'day') return day;
  if (grain === 'week') return floor((day + DAYS_FROM_MONDAY_TO_DAY_0) / WEEK_DAYS);
  const date = civilDateOf(day);
  return floor((yearOf(date) * 12 + monthOf(date) - 1) / MONTHS[grain]);
}

function startOf(index: number, grain: Exclude<Grain, 'day'>): Day {
  if (grain === 'week') return index * WEEK_DAYS - DAYS_FROM_MONDAY_TO_DAY_0;
  return dayOfCivil(0, index * MONTHS[grain] + 1, 1);
}
