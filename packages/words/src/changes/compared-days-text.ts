import {
  bucketStart,
  type ComparedDays,
  type Day,
  daysText,
  type NotCompared,
  type Window,
} from '@funnel/domain';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEK_DAYS = 7;

/**
 * What is compared with what: by weekdays if it is this week and the last one, otherwise by dates.
 * @example
 * import { parseDay } from '@funnel/domain';
 *
 * const today = parseDay('2026-11-19') ?? 0; // a Thursday
 * const window = { start: today - 3, end: today - 1 };
 * assert.equal(
 *   comparedText({ window, base: { start: today - 10, end: today - 8 } }, today),
 *   'Monday to Wednesday against Monday to Wednesday of last week',
 * );
 */
export function comparedText(days: ComparedDays, today: Day): string {
  const { window } = days;
  const own = isByWeekday(days, today) ? weekdaysText(window, today) : daysText(window, today);
  return `${own} against ${baseText(days, today)}`;
}

/**
 * What they are compared with.
 * @example
 * import { parseDay } from '@funnel/domain';
 *
 * const today = parseDay('2026-11-19') ?? 0;
 * const days = { window: { start: today - 18, end: today - 1 }, base: { start: today - 49, end: today - 32 } };
 * assert.equal(baseText(days, today), '1 to 18 October');
 */
export function baseText(days: ComparedDays, today: Day): string {
  return isByWeekday(days, today)
    ? `${weekdaysText(days.base, today)} of last week`
    : daysText(days.base, today);
}

/**
 * Why nothing is compared.
 * @example
 * assert.equal(notComparedText('running'), 'Today is not over, so it is not compared yet.');
 */
export function notComparedText(why: NotCompared): string {
  return {
    nothing_before: 'Nothing comes before these days.',
    future: 'These days have not begun.',
    running: 'Today is not over, so it is not compared yet.',
  }[why];
}

function isByWeekday({ window, base }: ComparedDays, today: Day): boolean {
  const monday = bucketStart(today, 'week');
  const isThisWeek = window.start >= monday && window.end <= today;
  return isThisWeek && base.start === window.start - WEEK_DAYS && base.end === window.end - WEEK_DAYS;
}

function weekdaysText({ start, end }: Window, today: Day): string {
  const nameOf = (day: Day) => WEEKDAYS[day - bucketStart(day, 'week')] ?? daysText({ start, end }, today);
  return start === end ? nameOf(start) : `${nameOf(start)} to ${nameOf(end)}`;
}
