const { floor } = Math;

/** Whole days since 1970-01-01 UTC; negative before. */
export type Day = number;

/** A Gregorian date in one integer, which needs no allocation: year * 512 + month * 32 + day of month. */
export type CivilDate = number;

/** Years start in March, so that the leap day is the last day of its year. The calendar repeats every 400 years. */
const DAYS_PER_ERA = 146_097;
const DAYS_FROM_MARCH_OF_YEAR_0 = 719_468;

export function civilDateOf(day: Day): CivilDate {
  const shifted = day + DAYS_FROM_MARCH_OF_YEAR_0;
  const era = floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = div(dayOfEra, 1_460) - div(dayOfEra, 36_524) + div(dayOfEra, DAYS_PER_ERA - 1);
  const yearOfEra = div(dayOfEra - leapDays, 365);
  const dayOfYear = dayOfEra - daysBeforeYear(yearOfEra);
  const monthFromMarch = div(5 * dayOfYear + 2, 153);
  const dayOfMonth = dayOfYear - daysBeforeMonth(monthFromMarch) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return year * 512 + month * 32 + dayOfMonth;
}

/** The day number of a calendar date. `month` may exceed 12: month 25 of year 0 is January of year 2. */
export function dayOfCivil(year: number, month: number, dayOfMonth: number): Day {
  const monthsFromMarch = year * 12 + month - 3;
  const marchYear = floor(monthsFromMarch / 12);
  const era = floor(marchYear / 400);
  const dayOfYear = daysBeforeMonth(monthsFromMarch - marchYear * 12) + dayOfMonth - 1;
  return era * DAYS_PER_ERA + daysBeforeYear(marchYear - era * 400) + dayOfYear - DAYS_FROM_MARCH_OF_YEAR_0;
}

export const yearOf = (date: CivilDate): number => date >> 9;
export const monthOf = (date: CivilDate): number => (date >> 5) & 15;
export const dayOfMonthOf = (date: CivilDate): number => date & 31;

function daysBeforeYear(yearOfEra: number): number {
  return yearOfEra * 365 + div(yearOfEra, 4) - div(yearOfEra, 100);
}

function daysBeforeMonth(monthFromMarch: number): number {
  return div(153 * monthFromMarch + 2, 5);
}

/** Integer division of non-negative numbers that fit in 32 bits. */
function div(dividend: number, divisor: number): number {
  return (dividend / divisor) | 0;
}
