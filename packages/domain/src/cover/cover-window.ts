import type { Day } from '../calendar/day.ts';
import { bucketEnd, bucketStart, type Grain, GRAINS } from '../calendar/grain.ts';
import type { Window } from '../window/window.ts';

/** One calendar bucket, identified by its first day. */
export interface Bucket {
  grain: Grain;
  start: Day;
}

/**
 * Returns the fewest calendar buckets that cover the window exactly, in calendar order. A full year inside the window
 * always uses its year bucket, so only the two partial years need a search.
 * @example
 * const window = { start: parseDay('2025-12-31') ?? 0, end: parseDay('2026-12-31') ?? 0 };
 * const cover = coverWindow(window).map(({ grain, start }) => `${grain} ${formatDay(start)}`);
 * assert.deepEqual(cover, ['day 2025-12-31', 'year 2026-01-01']);
 */
export function coverWindow(window: Window): Bucket[] {
  const firstYear = bucketEnd(window.start - 1, 'year') + 1;
  const afterYears = bucketStart(window.end + 1, 'year');
  if (afterYears <= firstYear) return fewestBuckets(window.start, window.end);

  const cover = fewestBuckets(window.start, firstYear - 1);
  for (let start = firstYear; start < afterYears; start = bucketEnd(start, 'year') + 1) {
    cover.push({ grain: 'year', start });
  }
  cover.push(...fewestBuckets(afterYears, window.end));
  return cover;
}

/**
 * Returns the fewest buckets that contain all data of the window, for a website with data from `firstDay` to `lastDay`.
 * An end of the window outside those days may stay, move to the data, or move to the end of the data's year: the buckets
 * contain the same data.
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
  const covers = [...new Set(starts)].flatMap((start) =>
    [...new Set(ends)].map((end) => coverWindow({ start, end })),
  );
  return covers.reduce((fewest, cover) => (cover.length < fewest.length ? cover : fewest));
}

/** The shortest path through the days of a span that contains no full year. */
function fewestBuckets(start: Day, end: Day): Bucket[] {
  const days = end - start + 1;
  const choices = firstGrains(start, Math.max(days, 0));
  const buckets: Bucket[] = [];
  for (let offset = 0; offset < days; ) {
    const grain = GRAINS[choices[offset] ?? 0] ?? 'day';
    buckets.push({ grain, start: start + offset });
    offset = bucketEnd(start + offset, grain) - start + 1;
  }
  return buckets;
}

/** For each day of the span: the grain that the smallest cover of the remaining days starts with, as its place in GRAINS. */
function firstGrains(start: Day, days: number): Uint8Array {
  const choices = new Uint8Array(days);
  const bucketsFrom = new Int32Array(days + 1);
  // The calendar is asked once for each bucket, not for each day.
  let [week, month] = [start + days, start + days];
  for (let offset = days - 1; offset >= 0; offset--) {
    const day = start + offset;
    if (day < week) week = bucketStart(day, 'week');
    if (day < month) month = bucketStart(day, 'month');
    bucketsFrom[offset] = (bucketsFrom[offset + 1] ?? 0) + 1;
    // Shortest first, so that of two covers of equal size the one with the longer early bucket wins.
    if (day === week) tryGrain('week', offset);
    if (day === month) tryGrain('month', offset);
    if (day === month && bucketStart(day, 'quarter') === day) tryGrain('quarter', offset);
  }
  return choices;

  function tryGrain(grain: Grain, offset: number): void {
    const next = bucketEnd(start + offset, grain) - start + 1;
    const buckets = (bucketsFrom[next] ?? Infinity) + 1;
    if (buckets > (bucketsFrom[offset] ?? 0)) return;
    bucketsFrom[offset] = buckets;
    choices[offset] = GRAINS.indexOf(grain);
  }
}
