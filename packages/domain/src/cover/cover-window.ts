import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketStart, type Grain } from '../calendar/grain.ts';
import type { Window } from '../window/window.ts';
import { fewestTiles } from './fewest-tiles.ts';

/** One calendar bucket, named by its first day. */
export interface Bucket {
  grain: Grain;
  start: Day;
}

/**
 * The fewest calendar buckets that tile the window exactly, in calendar order. A full year inside it
 * always takes its year bucket (the README proves it), so only the two broken years need a search.
 */
export function coverWindow(window: Window): Bucket[] {
  const firstYear = bucketEnd(window.start - 1, 'year') + 1;
  const afterYears = bucketStart(window.end + 1, 'year');
  if (afterYears <= firstYear) return fewestTiles(window.start, window.end);

  const cover = fewestTiles(window.start, firstYear - 1);
  for (let start = firstYear; start < afterYears; start = bucketEnd(start, 'year') + 1) {
    cover.push({ grain: 'year', start });
  }
  cover.push(...fewestTiles(afterYears, window.end));
  return cover;
}
