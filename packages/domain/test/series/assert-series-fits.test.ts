import { describe, expect, test } from '@jest/globals';
import { type Grain, ServiceError, type Window } from '../../src/index.ts';
import { assertSeriesFits, type SeriesLimits } from '../../src/series/assert-series-fits.ts';
import { LAST_DAY, windowOf } from '../support/days.ts';

const refusalOf = (window: Window, groupBy: Grain, limits?: SeriesLimits): ServiceError | undefined => {
  try {
    assertSeriesFits(window, groupBy, limits);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};
const days = (count: number): Window => ({ start: 20_000, end: 20_000 + count - 1 });

describe('assertSeriesFits', () => {
  test('accepts 400 points and rejects 401', () => {
    expect(refusalOf(days(400), 'day')).toBeUndefined();
    expect(refusalOf(days(401), 'day')).toMatchObject({
      code: 'range_too_wide',
      status: 422,
      parameter: 'group_by',
    });
  });

  test('accepts 92 days with a limit of 92 and rejects 93 for every grouping', () => {
    const limits = { maxWindowDays: 92 };
    expect(refusalOf(days(92), 'day', limits)).toBeUndefined();
    expect(refusalOf(days(93), 'day', limits)?.code).toBe('range_too_wide');
    expect(refusalOf(days(93), 'year', limits)?.detail).toBe(
      'The window covers 93 days; with group_by this report takes at most 92. ' +
        'Narrow the range to at most 92 days, or leave out group_by. ' +
        'For all of it ask 2 times: range_start=2024-10-04, range_end=2024-12-31; ' +
        'range_start=2025-01-01, range_end=2025-01-04.',
    );
  });

  test('names the windows that give the same points in several calls', () => {
    const limits = { maxWindowDays: 92 };
    const detail = (start: string, end: string, groupBy: Grain) =>
      refusalOf(windowOf(start, end), groupBy, limits)?.detail;
    expect(detail('2025-11-15', '2026-11-14', 'month')).toBe(
      'The window covers 365 days; with group_by this report takes at most 92. ' +
        'Narrow the range to at most 92 days, or leave out group_by. ' +
        'For all of it ask 5 times: range_start=2025-11-15, range_end=2026-01-31; ' +
        'range_start=2026-02-01, range_end=2026-04-30; range_start=2026-05-01, range_end=2026-07-31; ' +
        'range_start=2026-08-01, range_end=2026-10-31; range_start=2026-11-01, range_end=2026-11-14.',
    );
    // Weeks stay whole, so that each is one point.
    expect(detail('2026-07-01', '2026-11-14', 'week')).toContain(
      'range_start=2026-07-01, range_end=2026-09-27; range_start=2026-09-28, range_end=2026-11-14',
    );
    expect(detail('0001-01-01', '9999-12-31', 'day')).toMatch(/to at most 92 days, or leave out group_by\.$/);
  });

  test('names the finest grouping that fits', () => {
    const error = refusalOf(windowOf('2020-01-01', '2025-12-31'), 'day');
    expect(error?.detail).toBe(
      'group_by=day gives 2192 points; at most 400 are returned. ' +
        'group_by=week fits with 314; or narrow the range.',
    );
    expect(error?.allowed).toEqual(['week', 'month', 'quarter', 'year']);
  });

  test('asks to narrow the range when no grouping fits', () => {
    const error = refusalOf({ start: 0, end: LAST_DAY }, 'year');
    expect(error?.detail).toBe(
      'group_by=year gives 8030 points; at most 400 are returned. No grouping fits: narrow the range.',
    );
    expect(error?.allowed).toBeUndefined();
  });
});
