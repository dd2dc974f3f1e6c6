import { civilDateOf, type Day, dayOfMonthOf, yearOf } from '../calendar/civil-date.ts';
import type { Window } from '../window/window.ts';

/** Independent of the machine's locale and zone. */
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/**
 * A day as people say it, with the year if it is not this one.
 * @example
 * const today = parseDay('2026-11-17') ?? 0;
 * assert.equal(dateText(today - 8, today), '9 November');
 * assert.equal(dateText(today - 365, today), '17 November 2025');
 */
export function dateText(day: Day, today: Day): string {
  const [date, now] = [civilDateOf(day), civilDateOf(today)];
  const text = `${dayOfMonthOf(date)} ${MONTH.format(day * DAY_MS)}`;
  return yearOf(date) === yearOf(now) ? text : `${text} ${yearOf(date)}`;
}

/**
 * Days as people say them, with the year if it is not this one.
 * @example
 * const today = parseDay('2026-11-19') ?? 0;
 * assert.equal(daysText({ start: today - 18, end: today - 1 }, today), '1 to 18 November');
 * assert.equal(daysText({ start: today - 60, end: today - 1 }, today), '20 September to 18 November');
 * assert.equal(daysText({ start: today, end: today }, today), '19 November');
 * assert.equal(daysText({ start: today - 400, end: today - 365 }, today), '15 October to 19 November 2025');
 */
export function daysText({ start, end }: Window, today: Day): string {
  const last = dateText(end, today);
  if (start === end) return last;
  // A packed date without its last five bits is its month, without its last nine its year.
  const isSame = (bits: number) => civilDateOf(start) >> bits === civilDateOf(end) >> bits;
  if (isSame(5)) return `${dateText(start, start).split(' ')[0] ?? ''} to ${last}`;
  // One year for both, or one for each.
  return isSame(9)
    ? `${dateText(start, start)} to ${last}`
    : `${dateText(start, end)} to ${dateText(end, start)}`;
}
