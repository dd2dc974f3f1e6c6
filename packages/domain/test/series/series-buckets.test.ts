import { describe, expect, test } from '@jest/globals';
import { bucketEnd, bucketStart, formatDay, GRAINS, seriesBuckets } from '../../src/index.ts';
import { countSeriesBuckets } from '../../src/series/series-buckets.ts';
import { anyWindow, LAST_DAY, windowOf } from '../support/days.ts';
import fc from 'fast-check';

const anyGrain = fc.constantFrom(...GRAINS);

describe('seriesBuckets', () => {
  test('leaves no gap between buckets', () => {
    fc.assert(
      fc.property(anyWindow(3_000), anyGrain, (window, grain) => {
        const dates = seriesBuckets(window, grain).map(({ date }) => date);
        const successors = dates.map((date) => bucketEnd(date, grain) + 1);
        expect(dates[0]).toBe(bucketStart(window.start, grain));
        expect(dates.at(-1)).toBe(bucketStart(window.end, grain));
        expect(dates.slice(1)).toEqual(successors.slice(0, -1));
      }),
    );
  });

  test('clips each bucket to the window, so that all of them tile it', () => {
    fc.assert(
      fc.property(anyWindow(3_000), anyGrain, (window, grain) => {
        const buckets = seriesBuckets(window, grain);
        const clipped = buckets.map((bucket) => bucket.window);
        expect(clipped[0]?.start).toBe(window.start);
        expect(clipped.at(-1)?.end).toBe(window.end);
        expect(clipped.slice(1).map(({ start }) => start - 1)).toEqual(
          clipped.slice(0, -1).map(({ end }) => end),
        );
        const outside = buckets.filter(
          ({ date, window: { start, end } }) => start < date || end < start || end > bucketEnd(date, grain),
        );
        expect(outside).toEqual([]);
      }),
    );
  });

  test('names a bucket by its first calendar day even when the window starts inside it', () => {
    const buckets = seriesBuckets(windowOf('2026-01-15', '2026-03-10'), 'month').map(({ date, window }) =>
      [date, window.start, window.end].map(formatDay),
    );
    expect(buckets).toEqual([
      ['2026-01-01', '2026-01-15', '2026-01-31'],
      ['2026-02-01', '2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-01', '2026-03-10'],
    ]);
  });
});

describe('countSeriesBuckets', () => {
  test('returns the number of buckets of seriesBuckets', () => {
    fc.assert(
      fc.property(anyWindow(3_000), anyGrain, (window, grain) => {
        expect(countSeriesBuckets(window, grain)).toBe(seriesBuckets(window, grain).length);
      }),
    );
  });

  test.each([
    ['day', 2_932_897],
    ['month', 96_360],
    ['quarter', 32_120],
    ['year', 8_030],
  ] as const)('counts the %s points from 1970 to 9999 without building them', (grain, points) => {
    expect(countSeriesBuckets({ start: 0, end: LAST_DAY }, grain)).toBe(points);
  });
});
