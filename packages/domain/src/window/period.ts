import { type Day, dayOf } from '../calendar/day.ts';
import { bucketStart, type Grain } from '../calendar/grain.ts';
import { ServiceError } from '../errors/service-error.ts';
import { assertSeriesFits, type SeriesLimits } from '../series/assert-series-fits.ts';
import { type SeriesBucket, seriesBuckets } from '../series/series-buckets.ts';
import type { CountType } from '../vocabulary.ts';
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

/** Which days the caller asked for: a named timeframe, or a custom one with its days. */
export type TimeframeSelection =
  | { timeframe: Exclude<Timeframe, 'custom'> }
  | { timeframe: 'custom'; range: Window };

/** What resolving a timeframe depends on, besides the clock. */
export interface RecordedFacts {
  /** First recorded day of the website, or of the earliest of several. */
  firstDay: Day;
  /** Monday of the newest insights snapshot, if there is one. */
  insightsWeek?: Day | undefined;
}

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

/** Resolves a timeframe to days. `now` is the only source of "today". */
export function resolveWindow(selection: TimeframeSelection, facts: RecordedFacts, now: Date): Window {
  const { timeframe } = selection;
  if (timeframe === 'custom') return selection.range;
  if (timeframe === 'insights_week') return insightsWindow(facts.insightsWeek);
  const today = dayOf(now);
  if (timeframe === 'all_time') return { start: Math.min(facts.firstDay, today), end: today };
  return { start: FIRST_DAYS[timeframe](today), end: today };
}

/** The timeframes that end today. Metrics are stored per day, so 24 hours means yesterday and today. */
const FIRST_DAYS: Record<Exclude<Timeframe, 'all_time' | 'insights_week' | 'custom'>, (today: Day) => Day> = {
  today: (today) => today,
  this_week: (today) => bucketStart(today, 'week'),
  this_month: (today) => bucketStart(today, 'month'),
  this_quarter: (today) => bucketStart(today, 'quarter'),
  this_year: (today) => bucketStart(today, 'year'),
  last_24_hours: (today) => today - 1,
  last_7_days: (today) => today - 6,
  last_30_days: (today) => today - 29,
  last_90_days: (today) => today - 89,
  last_365_days: (today) => today - 364,
};

function insightsWindow(monday: Day | undefined): Window {
  if (monday === undefined) {
    throw new ServiceError(
      'not_found',
      'This website has no insights snapshot yet. Snapshots are written on Mondays; choose another timeframe.',
    );
  }
  return { start: monday, end: monday + 6 };
}
