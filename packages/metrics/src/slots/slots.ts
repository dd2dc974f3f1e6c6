import {
  type Bucket,
  type ComparedDays,
  formatDay,
  type Level,
  type Period,
  recordedCover,
  STORED_METRICS,
  type StoredMetric,
  type WebsiteId,
  type Window,
} from '@funnel/domain';
import { plainArrayLiteral } from '@funnel/db/sql';
import type { WebsiteFacts } from '@funnel/db';
import { type SubjectSelection, storedBuckets, subjectRanges } from './subjects.ts';

/** What to read: the metrics of some subjects of some websites in a period. */
export interface MetricsQuery {
  websites: readonly Pick<WebsiteFacts, 'id' | 'firstDay' | 'lastDay' | 'insightsWeek'>[];
  period: Period;
  subjects: readonly SubjectSelection[];
  /** The days of a fair comparison, read beside the period. */
  compared?: ComparedDays | undefined;
  /** Only these are read, the others are 0. All by default. */
  metrics?: readonly StoredMetric[];
}

/** The period of some days, of which distinct visitors are counted. */
export function periodOf(
  window: Window,
  { previous, series }: Partial<Pick<Period, 'previous' | 'series'>> = {},
): Period {
  return { timeframe: 'custom', window, previous, series, countType: 'distinct' };
}

/** One slot of the answer at one level: its name says which days. */
export interface Slot {
  name: SlotName;
  level: Level;
  /** First and last subject of each range to read. */
  ranges: [number, number][];
  window: Window;
  /** The buckets that hold the data of the window. */
  cover: Bucket[];
}

/** The period, the one before, the two sides of a fair comparison, or the number of a point of the series. */
export type SlotName = 'current' | 'previous' | 'compared' | 'base' | number;

/** The slots of a query. The current period is left out if every website has it in its snapshot. */
export function slotsOf(
  { websites, period, subjects, compared }: MetricsQuery,
  withCurrent: boolean,
): Slot[] {
  const recorded = recordedDays(websites);
  const slot = ({ level, ids }: SubjectSelection, name: SlotName, window: Window): Slot => ({
    name,
    level,
    ranges: subjectRanges(ids),
    window,
    cover: storedBuckets(recordedCover(window, recorded)),
  });
  return subjects.flatMap((selection) => [
    ...(withCurrent ? [slot(selection, 'current', period.window)] : []),
    ...(period.previous ? [slot(selection, 'previous', period.previous)] : []),
    ...(compared
      ? [slot(selection, 'compared', compared.window), slot(selection, 'base', compared.base)]
      : []),
    ...(selection.withSeries && period.series
      ? period.series.buckets.map(({ window }, index) => slot(selection, index, window))
      : []),
  ]);
}

/** One range of the rollups to read: a bucket of a slot, and the first and last of its subjects. */
export interface Read extends Bucket {
  /** Index of the slot. */
  slot: number;
  level: Level;
  first: number;
  last: number;
}

export function readsOf(slots: readonly Slot[]): Read[] {
  const reads: Read[] = [];
  for (const [slot, { level, cover, ranges }] of slots.entries())
    for (const { grain, start } of cover)
      for (const [first, last] of ranges) reads.push({ grain, start, slot, level, first, last });
  return reads;
}

/** The parameters that all statements have for their reads. */
export function readParameters({ websites, metrics = STORED_METRICS }: MetricsQuery, reads: readonly Read[]) {
  return {
    websites: plainArrayLiteral(websites.map(({ id }) => id)),
    levels: plainArrayLiteral(reads.map(({ level }) => level)),
    grains: plainArrayLiteral(reads.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(reads.map(({ start }) => formatDay(start))),
    firstSubjects: plainArrayLiteral(reads.map(({ first }) => first)),
    lastSubjects: plainArrayLiteral(reads.map(({ last }) => last)),
    metrics: metrics.reduce((bits, metric) => bits | (1 << STORED_METRICS.indexOf(metric)), 0),
  };
}

/** The websites whose current period comes from their snapshot. */
export function frozenWebsites({ websites, period }: MetricsQuery): WebsiteId[] {
  if (period.timeframe !== 'insights_week') return [];
  return websites.filter(({ insightsWeek }) => insightsWeek === period.window.start).map(({ id }) => id);
}

/** From the first to the last recorded day of any of the websites. */
export function recordedDays(websites: MetricsQuery['websites']) {
  const lastDays = websites.flatMap(({ lastDay }) => lastDay ?? []);
  return {
    firstDay: Math.min(...websites.map(({ firstDay }) => firstDay)),
    lastDay: lastDays.length > 0 ? Math.max(...lastDays) : undefined,
  };
}
