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

/**
 * The fewest buckets that hold everything of the window, for a website with data from `firstDay` to `lastDay`. Outside
 * those days there is nothing to read, so an end of the window that lies there may stay, move in to the data, or move
 * to the end of the data's year: all three hold the same data.
 * @example
 * const lastDay = parseDay('2026-11-15') ?? 0;
 * const cover = recordedCover({ start: lastDay - 364, end: lastDay }, { firstDay: lastDay - 100, lastDay });
 * assert.deepEqual(cover.map(({ grain }) => grain), ['year']);
 */
export function recordedCover(
  window: Window,
  { firstDay, lastDay }: { firstDay: Day; lastDay: Day | undefined },
): Bucket[] {
  if (lastDay === undefined || window.start > lastDay || window.end < firstDay) return [];
  const [yearStart, yearEnd] = [bucketStart(firstDay, 'year'), bucketEnd(lastDay, 'year')];
  const starts =
    window.start > firstDay ? [window.start] : [yearStart, Math.max(window.start, yearStart), firstDay];
  const ends = window.end < lastDay ? [window.end] : [yearEnd, Math.min(window.end, yearEnd), lastDay];
  const covers = starts.flatMap((start) => ends.map((end) => coverWindow({ start, end })));
  return covers.reduce((fewest, cover) => (cover.length < fewest.length ? cover : fewest));
}
