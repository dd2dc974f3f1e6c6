import { civilDateOf, type Day, dayOfCivil, dayOfMonthOf, monthOf, yearOf } from './civil-date.ts';

export type { Day };

const MS_PER_DAY = 86_400_000;
const FIRST_YEAR = 1970;

/**
 * @example
 * assert.equal(formatDay(dayOf(new Date('2026-11-14T23:30:00Z'))), '2026-11-14');
 */
export function dayOf(instant: Date): Day {
  const day = Math.floor(instant.getTime() / MS_PER_DAY);
  if (Number.isNaN(day)) throw new RangeError('An invalid Date has no day');
  return day;
}

/**
 * Parses a date written as YYYY-MM-DD, from 1970 to 9999. Returns undefined for any other text.
 * @example
 * assert.equal(parseDay('1970-01-02'), 1);
 * assert.equal(parseDay('2026-02-30'), undefined);
 */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  if (year < FIRST_YEAR || month < 1 || month > 12) return undefined;
  const day = dayOfCivil(year, month, Number(text.slice(8)));
  return formatDay(day) === text ? day : undefined;
}

/**
 * Formats a day as YYYY-MM-DD. Years outside 0 to 9999 use the expanded form of ISO 8601, as `Date` does.
 * @example
 * assert.equal(formatDay(0), '1970-01-01');
 */
export function formatDay(day: Day): string {
  const date = civilDateOf(day);
  return `${yearText(yearOf(date))}-${twoDigits(monthOf(date))}-${twoDigits(dayOfMonthOf(date))}`;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
