import { describe, expect, test } from '@jest/globals';
import { dayEndTimestamp, dayOf, dayStartTimestamp, formatDay, parseDay } from '../../src/index.ts';
import { anyDay, dateOf, LAST_DAY } from '../support/days.ts';
import fc from 'fast-check';

describe('dayOf', () => {
  test('returns the UTC day of any instant, including those before 1970', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 86_399_999 }), (day, ms) => {
        expect(dayOf(new Date(day * 86_400_000 + ms))).toBe(day);
      }),
    );
  });

  test('rejects an invalid Date', () => {
    expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('formatDay', () => {
  test('formats every day like Date, including negative days and expanded years', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(formatDay(day)).toBe(dateOf(day).toISOString().split('T')[0]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('agrees with Date on every day from 1968 to 2110', () => {
    const wrong = [];
    for (let day = -800; day < 51_500; day++) {
      if (formatDay(day) !== dateOf(day).toISOString().slice(0, 10)) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [0, '1970-01-01'],
    [-1, '1969-12-31'],
    [20_758, '2026-11-01'],
    [LAST_DAY + 1, '+010000-01-01'],
    [-719_528, '0000-01-01'],
    [-719_529, '-000001-12-31'],
  ])('formats day %i as %s', (day, text) => {
    expect(formatDay(day)).toBe(text);
  });
});

describe('parseDay', () => {
  test('parses what formatDay writes, from 1970 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_DAY }), (day) => {
        expect(parseDay(formatDay(day))).toBe(day);
      }),
    );
  });

  test.each(['1970-01-01', '2000-02-29', '2024-02-29', '9999-12-31'])('accepts %s', (text) => {
    expect(parseDay(text)).toBe(Date.parse(text) / 86_400_000);
  });

  test.each([
    ['a day the month lacks', '2026-02-30'],
    ['a leap day of a common year', '2026-02-29'],
    ['a leap day of a century', '2100-02-29'],
    ['day 31 of a short month', '2026-04-31'],
    ['month 0', '2026-00-10'],
    ['month 13', '2026-13-01'],
    ['day 0', '2026-01-00'],
    ['day 99', '2026-01-99'],
    ['a year before 1970', '1969-12-31'],
    ['an expanded year', '+010000-01-01'],
    ['a short year', '026-01-01'],
    ['single digits', '2026-1-1'],
    ['a time', '2026-01-01T00:00:00Z'],
    ['spaces', ' 2026-01-01'],
    ['a line break at the end', '2026-01-01\n'],
    ['slashes', '2026/01/01'],
    ['other digits', '２０２６-01-01'],
    ['nothing', ''],
    ['words', 'yesterday'],
  ])('rejects %s', (_, text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  test('accepts exactly the dates that exist', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), digits, digits, (year, month, dayOfMonth) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${dayOfMonth}`;
        const date = new Date(`${text}T00:00:00Z`);
        const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && year >= 1970;
        expect(parseDay(text)).toBe(real ? date.getTime() / 86_400_000 : undefined);
      }),
      { numRuns: 3_000 },
    );
  });
});

test('timestamps of a day are 00:00:00 and 23:59:59, without milliseconds', () => {
  expect(dayStartTimestamp(20_758)).toBe('2026-11-01T00:00:00Z');
  expect(dayEndTimestamp(20_758)).toBe('2026-11-01T23:59:59Z');
});
