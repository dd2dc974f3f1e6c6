import { type Day, formatDay } from '../calendar/day.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * A day as people say it, with the year if it is not this one.
 * @example
 * const today = parseDay('2026-11-17') ?? 0;
 * assert.equal(dateText(today - 8, today), '9 November');
 * assert.equal(dateText(today - 365, today), '17 November 2025');
 */
export function dateText(day: Day, today: Day): string {
  const [year = '', month = '', date = ''] = formatDay(day).split('-');
  const text = `${Number(date)} ${MONTHS[Number(month) - 1]}`;
  return formatDay(today).startsWith(`${year}-`) ? text : `${text} ${year}`;
}
