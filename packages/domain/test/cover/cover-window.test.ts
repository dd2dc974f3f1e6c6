import { describe, expect, test } from '@jest/globals';
import {
  type Bucket,
  bucketEnd,
  bucketStart,
  coverWindow,
  formatDay,
  recordedCover,
  type Window,
} from '../../src/index.ts';
import { anyDay, anyWindow, dateOf, LAST_DAY, windowOf } from '../support/days.ts';
import fc from 'fast-check';

/** Whether a date is the first of a week, month, quarter or year, according to Date. */
const startsByDate: ((date: Date) => boolean)[] = [
  (date) => date.getUTCDay() === 1,
  (date) => date.getUTCDate() === 1,
  (date) => date.getUTCDate() === 1 && date.getUTCMonth() % 3 === 0,
  (date) => date.getUTCDate() === 1 && date.getUTCMonth() === 0,
];

/** The smallest number of buckets by brute force: every day, all five grains, and no shortcut for years. */
function fewestByBruteForce({ start, end }: Window): number {
  const days = end - start + 1;
  const fewest = Array.from({ length: days + 1 }, () => Number.POSITIVE_INFINITY);
  fewest[0] = 0;
  const lastStart: (number | undefined)[] = startsByDate.map(() => undefined);
  for (let offset = 0; offset <= days; offset++) {
    if (offset > 0) fewest[offset] = Math.min(fewest[offset] ?? 0, (fewest[offset - 1] ?? 0) + 1);
    for (const [grain, starts] of startsByDate.entries()) {
      if (!starts(dateOf(start + offset))) continue;
      const from = lastStart[grain];
      if (from !== undefined) fewest[offset] = Math.min(fewest[offset] ?? 0, (fewest[from] ?? 0) + 1);
      lastStart[grain] = offset;
    }
  }
  return fewest[days] ?? 0;
}

function expectTiles(cover: Bucket[], window: Window): void {
  let next = window.start;
  for (const bucket of cover) {
    if (bucket.start !== next || bucketStart(bucket.start, bucket.grain) !== bucket.start) {
      throw new Error(`${bucket.grain} ${formatDay(bucket.start)} does not continue at ${formatDay(next)}`);
    }
    next = bucketEnd(bucket.start, bucket.grain) + 1;
  }
  expect(next).toBe(window.end + 1);
}

describe('coverWindow', () => {
  test('covers any window exactly, in calendar order', () => {
    fc.assert(fc.property(anyWindow(4_000), (window) => expectTiles(coverWindow(window), window)));
  });

  test('uses as few buckets as a brute-force search', () => {
    fc.assert(
      fc.property(anyWindow(1_600), (window) => {
        expect(coverWindow(window)).toHaveLength(fewestByBruteForce(window));
      }),
      { numRuns: 400 },
    );
  });

  test('uses the fewest buckets around New Year, for all 14 kinds of year', () => {
    // The calendar repeats every 28 years; each kind (its first weekday, with 365 or 366 days) is tried once.
    const kinds = new Map<string, [number, number]>();
    for (let year = 2000; year < 2028; year++) {
      const [newYear = 0, nextYear = 0] = [Date.UTC(year), Date.UTC(year + 1)].map((ms) => ms / 86_400_000);
      kinds.set(`${newYear % 7} ${nextYear - newYear}`, [newYear, nextYear]);
    }
    expect(kinds.size).toBe(14);
    for (const [newYear, nextYear] of kinds.values()) {
      for (let before = 0; before <= 7; before++) {
        for (let after = 0; after <= 7; after++) {
          const window = { start: newYear - before, end: nextYear - 1 + after };
          expect(coverWindow(window)).toHaveLength(fewestByBruteForce(window));
        }
      }
    }
  });

  test('returns one bucket for a whole day, week, month, quarter or year', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('day', 'week', 'month', 'quarter', 'year'), (day, grain) => {
        const window = { start: bucketStart(day, grain), end: bucketEnd(day, grain) };
        expect(coverWindow(window)).toEqual([{ grain, start: window.start }]);
      }),
    );
  });

  test('is deterministic: of two equally small covers, the one with the longer early bucket wins', () => {
    const named = (window: Window) =>
      coverWindow(window).map(({ grain, start }) => `${grain} ${formatDay(start)}`);
    expect(named(windowOf('2026-10-16', '2026-11-14'))).toEqual([
      'day 2026-10-16',
      'day 2026-10-17',
      'day 2026-10-18',
      'week 2026-10-19',
      'week 2026-10-26',
      'week 2026-11-02',
      'day 2026-11-09',
      'day 2026-11-10',
      'day 2026-11-11',
      'day 2026-11-12',
      'day 2026-11-13',
      'day 2026-11-14',
    ]);
    // Six days and March would also be seven buckets.
    expect(named(windowOf('2026-02-23', '2026-03-31'))).toEqual([
      'week 2026-02-23',
      'week 2026-03-02',
      'week 2026-03-09',
      'week 2026-03-16',
      'week 2026-03-23',
      'day 2026-03-30',
      'day 2026-03-31',
    ]);
    expect(named(windowOf('2024-12-30', '2026-01-04'))).toEqual([
      'day 2024-12-30',
      'day 2024-12-31',
      'year 2025-01-01',
      'day 2026-01-01',
      'day 2026-01-02',
      'day 2026-01-03',
      'day 2026-01-04',
    ]);
  });

  test('uses at most 24 buckets for 365 days and 30 for five years', () => {
    const sizes = Array.from({ length: 366 }, (_, shift) => {
      const end = 20_700 + shift;
      return [365, 1_826].map((days) => coverWindow({ start: end - days + 1, end }).length);
    });
    expect(Math.max(...sizes.map(([year]) => year ?? 0))).toBeLessThanOrEqual(24);
    expect(Math.max(...sizes.map(([, fiveYears]) => fiveYears ?? 0))).toBeLessThanOrEqual(30);
  });

  test('covers 1970 to 9999 with 8,030 year buckets', () => {
    const cover = coverWindow({ start: 0, end: LAST_DAY });
    expect(cover).toHaveLength(8_030);
    expectTiles(cover, { start: 0, end: LAST_DAY });
  });
});

describe('recordedCover', () => {
  /** A window, and recorded days that mostly overlap it. */
  const windowAndDays = fc
    .tuple(anyWindow(1_600), fc.integer({ min: -900, max: 1_600 }), fc.nat(900))
    .map(([window, offset, length]) => {
      const firstDay = window.start + offset;
      return { window, recorded: { firstDay, lastDay: firstDay + length } };
    });

  test('contains every recorded day of the window exactly once and no other recorded day', () => {
    fc.assert(
      fc.property(windowAndDays, ({ window, recorded }) => {
        const read = new Map<number, number>();
        for (const { grain, start } of recordedCover(window, recorded))
          for (let day = start; day <= bucketEnd(start, grain); day++)
            read.set(day, (read.get(day) ?? 0) + 1);
        const wrong = [];
        for (let day = recorded.firstDay; day <= recorded.lastDay; day++) {
          const expected = day >= window.start && day <= window.end ? 1 : 0;
          if ((read.get(day) ?? 0) !== expected) wrong.push(day);
        }
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('never uses more buckets than the cover of the window', () => {
    fc.assert(
      fc.property(windowAndDays, ({ window, recorded }) => {
        expect(recordedCover(window, recorded).length).toBeLessThanOrEqual(coverWindow(window).length);
      }),
    );
  });

  test('is empty if the window has no recorded day', () => {
    const window = { start: 20_000, end: 20_010 };
    expect(recordedCover(window, { firstDay: 20_005, lastDay: undefined })).toEqual([]);
    expect(recordedCover(window, { firstDay: 20_011, lastDay: 20_020 })).toEqual([]);
  });
});
