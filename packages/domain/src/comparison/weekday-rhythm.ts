import type { Day } from '../calendar/day.ts';
import { bucketStart } from '../calendar/grain.ts';
import { type Window, windowDays } from '../window/window.ts';
import type { ComparedDays } from './compared-days.ts';

const WEEK_DAYS = 7;
/** In more days, a weekday more or less hardly counts. */
const MAX_DAYS = 35;

/**
 * Whether the two sides have different weekdays, of which one may be busier than another, and so few days that it matters.
 * @example
 * // Sunday to Wednesday against Thursday to Sunday, then a whole week against another one.
 * assert.ok(hasOtherWeekdays({ window: { start: 31, end: 34 }, base: { start: 0, end: 3 } }));
 * assert.ok(!hasOtherWeekdays({ window: { start: 31, end: 37 }, base: { start: 0, end: 6 } }));
 */
export function hasOtherWeekdays({ window, base }: ComparedDays): boolean {
  if (Math.max(windowDays(window), windowDays(base)) > MAX_DAYS) return false;
  const [own, others] = [weekdaysIn(window), weekdaysIn(base)];
  return own.some((count, weekday) => count !== others[weekday]);
}

/**
 * How many times as much as the base a window has if nothing changed but its weekdays. Each weekday is as busy as it was on average in both.
 * A weekday that only one side has explains itself: nothing is known of it.
 * @example
 * const sunday = parseDay('2026-11-01') ?? 0;
 * const days = { window: { start: sunday, end: sunday + 7 }, base: { start: sunday - 31, end: sunday - 25 } };
 * // Eight days, two of them quiet Sundays, against seven, one of them a Sunday.
 * const views = (day: number) => ((day - sunday) % 7 === 0 ? 10 : 100);
 * assert.equal(expectedRatio(days, views), 620 / 610);
 */
export function expectedRatio({ window, base }: ComparedDays, countOn: (day: Day) => number): number {
  const plain = windowDays(window) / windowDays(base);
  const [own, others] = [weekdaysIn(window), weekdaysIn(base)];
  const sums = Array<number>(WEEK_DAYS).fill(0);
  for (const { start, end } of [window, base])
    for (let day = start; day <= end; day++)
      sums[weekdayOf(day)] = (sums[weekdayOf(day)] ?? 0) + countOn(day);
  const expected = (counts: readonly number[]) =>
    sums.reduce((total, sum, weekday) => {
      const [here, there] = [own[weekday] ?? 0, others[weekday] ?? 0];
      return total + ((counts[weekday] ?? 0) * sum) / Math.max(1, here + there);
    }, 0);
  const [now, before] = [expected(own), expected(others)];
  return now > 0 && before > 0 ? now / before : plain;
}

function weekdaysIn({ start, end }: Window): number[] {
  const counts = Array<number>(WEEK_DAYS).fill(0);
  for (let day = start; day <= end; day++) counts[weekdayOf(day)] = (counts[weekdayOf(day)] ?? 0) + 1;
  return counts;
}

function weekdayOf(day: Day): number {
  return day - bucketStart(day, 'week');
}
