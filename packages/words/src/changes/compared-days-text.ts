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
 * const days = { window: { start: 20_773, end: 20_774 }, base: { start: 20_766, end: 20_767 } };
 * assert.equal(comparedText(days, 20_776), 'Monday to Tuesday against Monday to Tuesday of last week');
 */
export function comparedText(days: ComparedDays, today: Day): string {
  const { window } = days;
  const own = isByWeekday(days, today) ? weekdaysText(window, today) : daysText(window, today);
  return `${own} against ${baseText(days, today)}`;
}

/**
 * What they are compared with.
 * @example
 * const days = { window: { start: 20_758, end: 20_775 }, base: { start: 20_727, end: 20_744 } };
 * assert.equal(baseText(days, 20_776), '1 to 18 October');
 */
export function baseText(days: ComparedDays, today: Day): string {
  return isByWeekday(days, today)
    ? `${weekdaysText(days.base, today)} of last week`
    : daysText(days.base, today);
}

/**
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
