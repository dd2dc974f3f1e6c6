import { describe, expect, test } from '@jest/globals';
import {
  formatDay,
  parseCustomRange,
  type RecordedFacts,
  ServiceError,
  TIMEFRAMES,
} from '../../src/index.ts';
import { resolveWindow } from '../../src/window/period.ts';
import type { Timeframe } from '../../src/window/timeframe.ts';
import { dayOfText } from '../support/days.ts';

const FACTS: RecordedFacts = {
  firstDay: dayOfText('2024-05-17'),
  insightsWeek: dayOfText('2026-11-02'),
};

const datesOf = (timeframe: Timeframe, now: string): string => {
  const range = parseCustomRange({ range_start: '2026-02-01', range_end: '2026-02-28' });
  const window = resolveWindow({ timeframe, range }, FACTS, new Date(now));
  return `${formatDay(window.start)} ${formatDay(window.end)}`;
};

const refusal = (run: () => unknown): ServiceError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  throw new Error('No ServiceError was thrown');
};

const ON_14_NOVEMBER_2026: Record<Timeframe, string> = {
  today: '2026-11-14 2026-11-14',
  this_week: '2026-11-09 2026-11-14',
  this_month: '2026-11-01 2026-11-14',
  this_quarter: '2026-10-01 2026-11-14',
  this_year: '2026-01-01 2026-11-14',
  last_24_hours: '2026-11-13 2026-11-14',
  last_7_days: '2026-11-08 2026-11-14',
  last_30_days: '2026-10-16 2026-11-14',
  last_90_days: '2026-08-17 2026-11-14',
  last_365_days: '2025-11-15 2026-11-14',
  all_time: '2024-05-17 2026-11-14',
  insights_week: '2026-11-02 2026-11-08',
  custom: '2026-02-01 2026-02-28',
};

test.each(TIMEFRAMES)('%s covers the documented days', (timeframe) => {
  expect(datesOf(timeframe, '2026-11-14T15:30:00Z')).toBe(ON_14_NOVEMBER_2026[timeframe]);
});

test('lists every timeframe in its documented order', () => {
  expect(TIMEFRAMES).toEqual(Object.keys(ON_14_NOVEMBER_2026));
});

test.each([
  ['the last millisecond of a day', '2026-11-14T23:59:59.999Z', 'today', '2026-11-14 2026-11-14'],
  ['the first of the next', '2026-11-15T00:00:00.000Z', 'today', '2026-11-15 2026-11-15'],
  ['a Sunday', '2026-11-15T12:00:00Z', 'this_week', '2026-11-09 2026-11-15'],
  ['a Monday', '2026-11-16T00:00:00Z', 'this_week', '2026-11-16 2026-11-16'],
  ['a week across the year', '2027-01-02T12:00:00Z', 'this_week', '2026-12-28 2027-01-02'],
  ['New Year', '2027-01-01T00:00:00Z', 'this_year', '2027-01-01 2027-01-01'],
  ['New Year', '2027-01-01T00:00:00Z', 'this_quarter', '2027-01-01 2027-01-01'],
  ['New Year', '2027-01-01T00:00:00Z', 'last_24_hours', '2026-12-31 2027-01-01'],
  ['a quarter’s last day', '2026-06-30T23:00:00Z', 'this_quarter', '2026-04-01 2026-06-30'],
  ['a leap day', '2028-02-29T10:00:00Z', 'this_month', '2028-02-01 2028-02-29'],
  ['the day after a leap day', '2028-03-01T10:00:00Z', 'last_7_days', '2028-02-24 2028-03-01'],
  ['a window across a leap day', '2028-12-31T10:00:00Z', 'last_365_days', '2028-01-02 2028-12-31'],
  ['an offset', '2026-11-15T00:30:00+02:00', 'today', '2026-11-14 2026-11-14'],
] as const)('resolves at the edge: %s (%s), %s', (_, now, timeframe, dates) => {
  expect(datesOf(timeframe, now)).toBe(dates);
});

test('all_time never starts after it ends, even when the first day is in the future', () => {
  expect(datesOf('all_time', '2024-05-01T00:00:00Z')).toBe('2024-05-01 2024-05-01');
});

test('insights_week without a snapshot is not found', () => {
  const facts = { ...FACTS, insightsWeek: undefined };
  expect(refusal(() => resolveWindow({ timeframe: 'insights_week' }, facts, new Date()))).toMatchObject({
    code: 'not_found',
    status: 404,
  });
});

describe('parseCustomRange', () => {
  const custom = (range_start?: string, range_end?: string) => parseCustomRange({ range_start, range_end });

  test('takes a single day, the future, and both ends of the calendar', () => {
    expect(custom('2026-11-01', '2026-11-01')).toEqual({ start: 20_758, end: 20_758 });
    expect(custom('2030-01-01', '2030-01-31')).toEqual({ start: 21_915, end: 21_945 });
    expect(custom('1970-01-01', '9999-12-31')).toEqual({ start: 0, end: 2_932_896 });
  });

  test.each([
    ['a missing start', undefined, '2026-11-14', 'range_start', /required/],
    ['an empty start', '', '2026-11-14', 'range_start', /required/],
    ['a missing end', '2026-11-01', undefined, 'range_end', /required/],
    ['a malformed start', '1 Nov', '2026-11-14', 'range_start', /YYYY-MM-DD/],
    ['an impossible end', '2026-02-01', '2026-02-30', 'range_end', /existing date/],
    ['a year before 1970', '1969-12-31', '2026-02-28', 'range_start', /1970-01-01 to 9999-12-31/],
    ['a reversed range', '2026-11-14', '2026-11-01', 'range_start', /2026-11-14 is after .*2026-11-01/],
    ['two invalid dates: the first is named', 'x', 'y', 'range_start', /range_start/],
  ])('rejects %s with invalid_range', (_, start, end, parameter, detail) => {
    const error = refusal(() => custom(start, end));
    expect(error).toMatchObject({ code: 'invalid_range', status: 422, parameter });
    expect(error.detail).toMatch(detail);
  });

  test('never repeats malformed input in the detail', () => {
    expect(refusal(() => custom('<script>', '2026-11-01')).detail).not.toContain('script');
  });
});
