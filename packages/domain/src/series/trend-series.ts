import type { Grain } from '../calendar/grain.ts';
import { type Window, windowDays } from '../window/window.ts';
import { MAX_SERIES_POINTS, MAX_WEBSITE_SERIES_DAYS } from './assert-series-fits.ts';
import { countSeriesBuckets, type SeriesBucket, seriesBuckets } from './series-buckets.ts';

export const TREND_GRAINS = ['day', 'week', 'month'] as const satisfies readonly Grain[];
export type TrendGrain = (typeof TREND_GRAINS)[number];

/** More weeks than this are drawn as months. */
const MAX_WEEKS = 92;

/**
 * The points of a short line over a window: days, in a longer window weeks or months. Undefined if even months are too many.
 * @example
 * const start = parseDay('2026-01-01') ?? 0;
 * assert.equal(trendSeries({ start, end: start + 91 })?.groupBy, 'day');
 * assert.equal(trendSeries({ start, end: start + 92 })?.groupBy, 'week');
 * assert.equal(trendSeries({ start, end: start + 730 })?.groupBy, 'month');
 * assert.equal(trendSeries({ start, end: start + 99_999 }), undefined);
 */
export function trendSeries(window: Window): { groupBy: TrendGrain; buckets: SeriesBucket[] } | undefined {
  const groupBy = grainOf(window);
  if (countSeriesBuckets(window, groupBy) > MAX_SERIES_POINTS) return undefined;
  return { groupBy, buckets: seriesBuckets(window, groupBy) };
}

function grainOf(window: Window): TrendGrain {
  if (windowDays(window) <= MAX_WEBSITE_SERIES_DAYS) return 'day';
  return countSeriesBuckets(window, 'week') <= MAX_WEEKS ? 'week' : 'month';
}
