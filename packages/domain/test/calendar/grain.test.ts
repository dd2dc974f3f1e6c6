import { describe, expect, test } from '@jest/globals';
import { bucketEnd, bucketStart, formatDay, GRAINS, type Grain } from '../../src/index.ts';
import { anyDay, dateOf, dayOfText } from '../support/days.ts';
import fc from 'fast-check';

/** Uses only Date, so that it is independent of the code under test. */
const firstDayByDate: Record<Grain, (date: Date) => Date> = {
  day: (date) => date,
  week: (date) => shifted(date, -((date.getUTCDay() + 6) % 7)),
  month: (date) => utc(date.getUTCFullYear(), date.getUTCMonth()),
  quarter: (date) => utc(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3),
  year: (date) => utc(date.getUTCFullYear(), 0),
};

function utc(year: number, month: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date;
}

function shifted(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

/** Properties return whether they hold, because thousands of calls of `expect` take seconds. */
describe.each(GRAINS)('the %s that contains a day', (grain) => {
  test('starts on the day that Date gives', () => {
    fc.assert(
      fc.property(
        anyDay,
        (day) => bucketStart(day, grain) === firstDayByDate[grain](dateOf(day)).getTime() / 86_400_000,
      ),
      { numRuns: 2_000 },
    );
  });

  test('ends on the day before the next one starts', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const end = bucketEnd(day, grain);
        const isSameBucket = end >= day && bucketStart(end, grain) === bucketStart(day, grain);
        return isSameBucket && bucketStart(end + 1, grain) === end + 1;
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['2026-11-14', 'day', '2026-11-14', '2026-11-14'],
  ['2026-11-15', 'week', '2026-11-09', '2026-11-15'],
  ['2026-11-16', 'week', '2026-11-16', '2026-11-22'],
  ['2027-01-01', 'week', '2026-12-28', '2027-01-03'],
  ['1970-01-01', 'week', '1969-12-29', '1970-01-04'],
  ['2024-02-10', 'month', '2024-02-01', '2024-02-29'],
  ['2100-02-10', 'month', '2100-02-01', '2100-02-28'],
  ['2026-12-31', 'month', '2026-12-01', '2026-12-31'],
  ['2026-03-31', 'quarter', '2026-01-01', '2026-03-31'],
  ['2026-10-01', 'quarter', '2026-10-01', '2026-12-31'],
  ['2028-07-04', 'year', '2028-01-01', '2028-12-31'],
] as const)('%s is in the %s from %s to %s', (day, grain, start, end) => {
  expect(formatDay(bucketStart(dayOfText(day), grain))).toBe(start);
  expect(formatDay(bucketEnd(dayOfText(day), grain))).toBe(end);
});
