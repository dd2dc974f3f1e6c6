import { GRAINS, type Grain } from '../calendar/grain.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Window, windowDays } from '../window/window.ts';
import { countSeriesBuckets } from './series-buckets.ts';

export interface SeriesLimits {
  /** Only the website report has one. */
  maxWindowDays?: number | undefined;
  maxPoints: number;
}

/** Spec section 4.1, window rules for `group_by`: refuses with `range_too_wide` and says what would fit. */
export function assertSeriesFits(window: Window, groupBy: Grain, limits: SeriesLimits): void {
  const days = windowDays(window);
  if (limits.maxWindowDays !== undefined && days > limits.maxWindowDays) {
    throw new ServiceError(
      'range_too_wide',
      `The window covers ${days} days; with group_by this report takes at most ${limits.maxWindowDays}. ` +
        `Narrow the range to at most ${limits.maxWindowDays} days, or leave out group_by.`,
      { parameter: 'group_by' },
    );
  }
  const points = countSeriesBuckets(window, groupBy);
  if (points > limits.maxPoints) throw tooManyPoints(window, groupBy, points, limits.maxPoints);
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
