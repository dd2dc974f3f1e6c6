import { civilDateOf, dayOfCivil, dayOfMonthOf, monthOf, yearOf } from './civil-date.ts';

/** Whole days since 1970-01-01 UTC; negative before. */
export type Day = number;

const MS_PER_DAY = 86_400_000;
const FIRST_YEAR = 1970;

/** The UTC day that holds the instant. */
export function dayOf(instant: Date): Day {
  const day = Math.floor(instant.getTime() / MS_PER_DAY);
  if (Number.isNaN(day)) throw new RangeError('An invalid Date has no day');
  return day;
}

/** Strictly YYYY-MM-DD, a date that exists, years 1970 to 9999; anything else is undefined. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  if (year < FIRST_YEAR || month < 1 || month > 12) return undefined;
  const day = dayOfCivil(year, month, Number(text.slice(8)));
  return formatDay(day) === text ? day : undefined;
}

/** YYYY-MM-DD; outside the years 0 to 9999 the expanded years of ISO 8601, as Date writes them. */
export function formatDay(day: Day): string {
  const date = civilDateOf(day);
  return `${yearText(yearOf(date))}-${twoDigits(monthOf(date))}-${twoDigits(dayOfMonthOf(date))}`;
}

export function dayStartTimestamp(day: Day): string {
  return `${formatDay(day)}T00:00:00Z`;
}

export function dayEndTimestamp(day: Day): string {
  return `${formatDay(day)}T23:59:59Z`;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
