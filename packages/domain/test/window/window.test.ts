import { describe, expect, test } from '@jest/globals';
import { previousWindow, TIMEFRAMES, timeframeBlock, timeframeLabel } from '../../src/index.ts';
import { hasPreviousPeriod } from '../../src/window/timeframe.ts';
import { windowDays } from '../../src/window/window.ts';
import { anyWindow, windowOf } from '../support/days.ts';
import fc from 'fast-check';

describe('the previous period', () => {
  test('has the same number of days and ends the day before the window starts', () => {
    fc.assert(
      fc.property(anyWindow(5_000), (window) => {
        const previous = previousWindow(window);
        expect(windowDays(previous)).toBe(windowDays(window));
        expect(previous.end).toBe(window.start - 1);
      }),
    );
  });

  test('includes the leap day', () => {
    expect(previousWindow(windowOf('2028-03-01', '2028-03-31'))).toEqual(
      windowOf('2028-01-30', '2028-02-29'),
    );
  });

  test('exists for every timeframe except all_time and insights_week', () => {
    expect(TIMEFRAMES.filter((timeframe) => !hasPreviousPeriod(timeframe))).toEqual([
      'all_time',
      'insights_week',
    ]);
  });
});

test('windowDays counts both ends', () => {
  expect(windowDays(windowOf('2026-11-01', '2026-11-01'))).toBe(1);
});

test('every timeframe has a label', () => {
  const window = windowOf('2026-11-01', '2026-11-14');
  expect(TIMEFRAMES.map((timeframe) => timeframeLabel(timeframe, window))).toEqual([
    'Today',
    'This week',
    'This month',
    'This quarter',
    'This year',
    'Last 24 hours',
    'Last 7 days',
    'Last 30 days',
    'Last 90 days',
    'Last 365 days',
    'All time',
    'Insights week',
    '2026-11-01 to 2026-11-14',
  ]);
});

describe('the timeframe block', () => {
  const window = windowOf('2026-11-01', '2026-11-14');

  test('shows the window in whole UTC days, without previous keys by default', () => {
    expect(Object.entries(timeframeBlock('custom', window))).toEqual([
      ['selected', 'custom'],
      ['range_start', '2026-11-01T00:00:00Z'],
      ['range_end', '2026-11-14T23:59:59Z'],
      ['timezone', 'UTC'],
    ]);
  });

  test('adds the previous range when it is given', () => {
    expect(timeframeBlock('custom', window, previousWindow(window))).toMatchObject({
      previous_range_start: '2026-10-18T00:00:00Z',
      previous_range_end: '2026-10-31T23:59:59Z',
    });
  });
});
