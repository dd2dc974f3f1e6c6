import { formatDay } from '../calendar/day.ts';
import { GRAINS, type Grain } from '../calendar/grain.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Window, windowDays } from '../window/window.ts';
import { countSeriesBuckets, seriesBuckets } from './series-buckets.ts';

export const MAX_SERIES_POINTS = 400;

/** The most days that the website report groups. */
export const MAX_WEBSITE_SERIES_DAYS = 92;

export interface SeriesLimits {
  /** Only the website report has such a limit. */
  maxWindowDays?: number | undefined;
}

/** Rejects a series that is too long with `range_too_wide`, and says what would fit. */
export function assertSeriesFits(window: Window, groupBy: Grain, { maxWindowDays }: SeriesLimits = {}): void {
  const days = windowDays(window);
  if (maxWindowDays !== undefined && days > maxWindowDays) {
    throw new ServiceError(
      'range_too_wide',
      `The window covers ${days} days; with group_by this report takes at most ${maxWindowDays}. ` +
        `Narrow the range to at most ${maxWindowDays} days, or leave out group_by.` +
        severalWindows(window, groupBy, maxWindowDays),
      { parameter: 'group_by' },
    );
  }
  const points = countSeriesBuckets(window, groupBy);
  if (points > MAX_SERIES_POINTS) throw tooManyPoints(window, groupBy, points);
}

/** The error suggests no more calls than this. A window may have millions of days. */
const MAX_PARTS = 5;

/** How to ask for the same in several calls, whose points are those of one. */
function severalWindows(window: Window, groupBy: Grain, maxDays: number): string {
  const parts = windowDays(window) > MAX_PARTS * maxDays ? undefined : partsOf(window, groupBy, maxDays);
  if (!parts) return '';
  const texts = parts.map(({ start, end }) => `range_start=${formatDay(start)}, range_end=${formatDay(end)}`);
  return ` For all of it ask ${parts.length} times: ${texts.join('; ')}.`;
}

/** Windows of whole buckets that fit; undefined if a bucket is too long itself. */
function partsOf(window: Window, groupBy: Grain, maxDays: number): Window[] | undefined {
  const parts: Window[] = [];
  for (const { window: bucket } of seriesBuckets(window, groupBy)) {
    const last = parts.at(-1);
    if (windowDays(bucket) > maxDays) return undefined;
    if (last && bucket.end - last.start < maxDays) last.end = bucket.end;
    else parts.push({ ...bucket });
  }
  return parts;
}

function tooManyPoints(window: Window, groupBy: Grain, points: number): ServiceError {
  const fitting = GRAINS.filter((grain) => countSeriesBuckets(window, grain) <= MAX_SERIES_POINTS);
  const finest = fitting[0];
  const advice =
    finest === undefined
      ? 'No grouping fits: narrow the range.'
      : `group_by=${finest} fits with ${countSeriesBuckets(window, finest)}; or narrow the range.`;
  return new ServiceError(
    'range_too_wide',
    `group_by=${groupBy} gives ${points} points; at most ${MAX_SERIES_POINTS} are returned. ${advice}`,
    { parameter: 'group_by', ...(finest === undefined ? {} : { allowed: fitting }) },
  );
}
