import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketIndex, bucketStart, type Grain } from '../calendar/grain.ts';
import type { Window } from '../window/window.ts';

/** `date` is the bucket's first calendar day, even when the window starts inside the bucket. */
export interface SeriesBucket {
  date: Day;
  window: Window;
}

/** One bucket after the other without a gap: labels come from the calendar, never from rows. */
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

/** As many as `seriesBuckets` would give, without making them. */
export function countSeriesBuckets(window: Window, groupBy: Grain): number {
  return bucketIndex(window.end, groupBy) - bucketIndex(window.start, groupBy) + 1;
}
