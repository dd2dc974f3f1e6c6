import type { Grain } from '../calendar/grain.ts';
import { assertSeriesFits, type SeriesLimits } from '../series/assert-series-fits.ts';
import { type SeriesBucket, seriesBuckets } from '../series/series-buckets.ts';
import type { CountType } from '../vocabulary.ts';
import { type RecordedFacts, resolveWindow, type TimeframeSelection } from './resolve-window.ts';
import { hasPreviousPeriod, type Timeframe } from './timeframe.ts';
import { previousWindow, type Window } from './window.ts';

/** The days a report covers: its window, perhaps the one before it, perhaps a series of buckets. */
export interface Period {
  timeframe: Timeframe;
  window: Window;
  previous: Window | undefined;
  series: { groupBy: Grain; buckets: readonly SeriesBucket[] } | undefined;
  countType: CountType;
}

/** What the caller asked for beside the timeframe. */
export interface PeriodRequest {
  selection: TimeframeSelection;
  countType?: CountType | undefined;
  comparePrevious?: boolean | undefined;
  groupBy?: Grain | undefined;
}

/**
 * Resolves everything about time that a report needs, and rejects a series that is too long.
 * @example
 * const period = resolvePeriod(
 *   { selection: { timeframe: 'this_month' }, groupBy: 'week', comparePrevious: true },
 *   { facts: { firstDay: 0 }, now: new Date('2026-11-14T15:00:00Z') },
 * );
 * assert.equal(period.series?.buckets.length, 3);
 */
export function resolvePeriod(
  { selection, countType = 'distinct', comparePrevious = false, groupBy }: PeriodRequest,
  { facts, now, limits = {} }: { facts: RecordedFacts; now: Date; limits?: SeriesLimits },
): Period {
  const { timeframe } = selection;
  const window = resolveWindow(selection, facts, now);
  if (groupBy) assertSeriesFits(window, groupBy, limits);
  return {
    timeframe,
    window,
    previous: comparePrevious && hasPreviousPeriod(timeframe) ? previousWindow(window) : undefined,
    series: groupBy && { groupBy, buckets: seriesBuckets(window, groupBy) },
    // An insights snapshot stores distinct counts only.
    countType: timeframe === 'insights_week' ? 'distinct' : countType,
  };
}
