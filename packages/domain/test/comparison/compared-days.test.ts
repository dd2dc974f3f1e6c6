import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  comparedDays,
  type ComparedDays,
  type CompareWith,
  formatDay,
  parseDay,
  resolvePeriod,
  TIMEFRAMES,
} from '../../src/index.ts';

const day = (text: string) => parseDay(text) ?? 0;
const range = (start: string, end: string) => ({ start: day(start), end: day(end) });

/** The fair comparison of a named timeframe, or of own days, as dates. */
function compared(timeframe: string, today: string, own?: [string, string], compareWith?: CompareWith) {
  const selection = own
    ? { timeframe: 'custom' as const, range: range(...own) }
    : { timeframe: timeframe as 'today' };
  const now = new Date(`${today}T04:00:00Z`);
  const { window } = resolvePeriod({ selection }, { facts: { firstDay: 0, insightsWeek: 0 }, now });
  const days = comparedDays({ timeframe: selection.timeframe, window }, day(today), compareWith);
  if (typeof days === 'string') return days;
  const dates = ({ start, end }: ComparedDays['window']) => `${formatDay(start)}/${formatDay(end)}`;
  return `${dates(days.window)} ${dates(days.base)}`;
}

describe('only complete days are compared', () => {
  test.each([
    // Thursday, 19 November 2026.
    ['this_week', '2026-11-19', '2026-11-16/2026-11-18 2026-11-09/2026-11-11'],
    ['this_month', '2026-11-19', '2026-11-01/2026-11-18 2026-10-01/2026-10-18'],
    ['this_quarter', '2026-11-19', '2026-10-01/2026-11-18 2026-07-01/2026-08-18'],
    ['this_year', '2026-11-19', '2026-01-01/2026-11-18 2025-01-01/2025-11-18'],
    ['last_24_hours', '2026-11-19', '2026-11-18/2026-11-18 2026-11-11/2026-11-11'],
    ['last_7_days', '2026-11-19', '2026-11-13/2026-11-18 2026-11-06/2026-11-11'],
    ['last_30_days', '2026-11-19', '2026-10-21/2026-11-18 2026-09-16/2026-10-14'],
    ['last_90_days', '2026-11-19', '2026-08-22/2026-11-18 2026-05-23/2026-08-19'],
    ['last_365_days', '2026-11-19', '2025-11-20/2026-11-18 2024-11-21/2025-11-19'],
    ['today', '2026-11-19', 'running'],
    ['all_time', '2026-11-19', 'nothing_before'],
    ['insights_week', '2026-11-19', 'nothing_before'],
    // The first day of each unit has no complete day.
    ['this_week', '2026-11-16', 'running'],
    ['this_month', '2026-11-01', 'running'],
    ['this_quarter', '2026-10-01', 'running'],
    ['this_year', '2026-01-01', 'running'],
    ['this_month', '2026-11-02', '2026-11-01/2026-11-01 2026-10-01/2026-10-01'],
    // At the end of a month the days that exist.
    ['this_month', '2026-03-31', '2026-03-01/2026-03-30 2026-02-01/2026-02-28'],
    ['this_month', '2028-03-30', '2028-03-01/2028-03-29 2028-02-01/2028-02-29'],
    ['this_month', '2026-05-31', '2026-05-01/2026-05-30 2026-04-01/2026-04-30'],
    ['this_quarter', '2026-03-31', '2026-01-01/2026-03-30 2025-10-01/2025-12-30'],
    ['this_year', '2028-03-01', '2028-01-01/2028-02-29 2027-01-01/2027-02-28'],
    ['this_year', '2028-12-31', '2028-01-01/2028-12-30 2027-01-01/2027-12-30'],
  ])('%s on %s', (timeframe, today, expected) => {
    expect(compared(timeframe, today)).toBe(expected);
  });
});

describe('own days', () => {
  test.each<[[string, string], string]>([
    // Whole units are compared as units, also those that are not over.
    [['2026-10-01', '2026-10-31'], '2026-10-01/2026-10-31 2026-09-01/2026-09-30'],
    [['2026-02-01', '2026-02-28'], '2026-02-01/2026-02-28 2026-01-01/2026-01-28'],
    [['2026-11-01', '2026-11-30'], '2026-11-01/2026-11-18 2026-10-01/2026-10-18'],
    [['2026-07-01', '2026-09-30'], '2026-07-01/2026-09-30 2026-04-01/2026-06-30'],
    [['2025-01-01', '2025-12-31'], '2025-01-01/2025-12-31 2024-01-01/2024-12-31'],
    // All others move by whole weeks.
    [['2026-11-09', '2026-11-15'], '2026-11-09/2026-11-15 2026-11-02/2026-11-08'],
    [['2026-11-01', '2026-11-14'], '2026-11-01/2026-11-14 2026-10-18/2026-10-31'],
    [['2026-10-02', '2026-10-31'], '2026-10-02/2026-10-31 2026-08-28/2026-09-26'],
    [['2026-11-10', '2026-12-24'], '2026-11-10/2026-11-18 2026-10-27/2026-11-04'],
    [['2026-11-19', '2026-11-25'], 'running'],
    [['2026-12-01', '2026-12-24'], 'future'],
  ])('%j', (own, expected) => {
    expect(compared('custom', '2026-11-19', own)).toBe(expected);
  });

  test('a base may be chosen: the days before, the same weekdays a year before, or as many from a day on', () => {
    const own: [string, string] = ['2026-11-09', '2026-11-15'];
    expect(compared('custom', '2026-11-19', own, 'before')).toBe(
      '2026-11-09/2026-11-15 2026-11-02/2026-11-08',
    );
    expect(compared('this_week', '2026-11-19', undefined, 'before')).toBe(
      '2026-11-16/2026-11-18 2026-11-13/2026-11-15',
    );
    expect(compared('custom', '2026-11-19', own, 'year')).toBe('2026-11-09/2026-11-15 2025-11-10/2025-11-16');
    // A window that is longer than a year moves until it ends before itself.
    expect(compared('custom', '2026-11-19', ['2025-01-01', '2026-06-30'], 'year')).toBe(
      '2025-01-01/2026-06-30 2023-01-04/2024-07-02',
    );
    expect(compared('custom', '2026-11-19', own, day('2026-03-02'))).toBe(
      '2026-11-09/2026-11-15 2026-03-02/2026-03-08',
    );
  });
});

test('whatever is asked: no day of today or later, a base before the window, weekdays that meet unless it is a calendar unit', () => {
  const named = fc.constantFrom(
    ...TIMEFRAMES.filter((name) => name !== 'custom' && name !== 'insights_week'),
  );
  const own = fc.tuple(fc.integer({ min: 18_000, max: 22_000 }), fc.nat(900));
  fc.assert(
    fc.property(
      fc.integer({ min: 19_000, max: 21_500 }),
      named,
      own,
      fc.boolean(),
      (today, name, drawn, isOwn) => {
        const timeframe = isOwn ? ('custom' as const) : name;
        const now = new Date(today * 86_400_000);
        const selection = isOwn
          ? { timeframe: 'custom' as const, range: { start: drawn[0], end: drawn[0] + drawn[1] } }
          : { timeframe: name as 'today' };
        const { window } = resolvePeriod({ selection }, { facts: { firstDay: 0 }, now });
        const days = comparedDays({ timeframe, window }, today);
        if (typeof days === 'string') return;
        expect(days.window.start).toBe(window.start);
        expect(days.window.end).toBe(Math.min(window.end, today - 1));
        expect(days.base.end).toBeLessThan(days.window.start);
        const length = ({ start, end }: ComparedDays['window']) => end - start + 1;
        expect(Math.abs(length(days.window) - length(days.base))).toBeLessThanOrEqual(3);
        const isWeeks = (days.window.start - days.base.start) % 7 === 0;
        if (!['this_month', 'this_quarter', 'this_year', 'custom'].includes(timeframe))
          expect(isWeeks).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
