import { GRAINS, type Grain } from '../calendar/grain.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Window, windowDays } from '../window/window.ts';
import { countSeriesBuckets } from './series-buckets.ts';

/** The most points that any series may have. */
export const MAX_SERIES_POINTS = 400;

/** The most days that the website report groups. */
export const MAX_WEBSITE_SERIES_DAYS = 92;

/** What a series may span. */
export interface SeriesLimits {
  /** Only the website report has such a limit. */
  maxWindowDays?: number | undefined;
  maxPoints?: number;
}

/** Rejects a series that is too long with `range_too_wide`, and says what would fit. */
export function assertSeriesFits(
  window: Window,
  groupBy: Grain,
  { maxWindowDays, maxPoints = MAX_SERIES_POINTS }: SeriesLimits = {},
): void {
  const days = windowDays(window);
  if (maxWindowDays !== undefined && days > maxWindowDays) {
    throw new ServiceError(
      'range_too_wide',
      `The window covers ${days} days; with group_by this report takes at most ${maxWindowDays}. ` +
        `Narrow the range to at most ${maxWindowDays} days, or leave out group_by.`,
      { parameter: 'group_by' },
    );
  }
  const points = countSeriesBuckets(window, groupBy);
  if (points > maxPoints) throw tooManyPoints(window, groupBy, points, maxPoints);
}

function tooManyPoints(window: Window, groupBy: Grain, points: number, maxPoints: number): ServiceError {
  const fitting = GRAINS.filter((grain) => countSeriesBuckets(window, grain) <= maxPoints);
  const finest = fitting[0];
  const advice =
    finest === undefined
      ? 'No grouping fits: narrow the range.'
      : `group_by=${finest} fits with ${countSeriesBuckets(window, finest)}; or narrow the range.`;
  return new ServiceError(
    'range_too_wide',
    `group_by=${groupBy} gives ${points} points; at most ${maxPoints} are returned. ${advice}`,
    { parameter: 'group_by', ...(finest === undefined ? {} : { allowed: fitting }) },
  );
}
