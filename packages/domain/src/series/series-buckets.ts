import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketIndex, bucketStart, type Grain } from '../calendar/grain.ts';
import type { Window } from '../window/window.ts';

/** One point of a series. `date` is the bucket's first calendar day, even if the window starts inside the bucket. */
export interface SeriesBucket {
  date: Day;
  window: Window;
}

/**
 * Returns the buckets of a series without gaps. Their dates come from the calendar, not from the data.
 * @example
 * const window = { start: parseDay('2026-01-15') ?? 0, end: parseDay('2026-02-10') ?? 0 };
 * const dates = seriesBuckets(window, 'month').map(({ date }) => formatDay(date));
 * assert.deepEqual(dates, ['2026-01-01', '2026-02-01']);
 */
export function seriesBuckets(window: Window, groupBy: Grain): SeriesBucket[] {
  const buckets: SeriesBucket[] = [];
  for (let start = window.start; start <= window.end; ) {
    const end = bucketEnd(start, groupBy);
    buckets.push({
      date: bucketStart(start, groupBy),
      window: { start, end: Math.min(end, window.end) },
    });
    start = end + 1;
  }
  return buckets;
}

export function countSeriesBuckets(window: Window, groupBy: Grain): number {
  return bucketIndex(window.end, groupBy) - bucketIndex(window.start, groupBy) + 1;
}
