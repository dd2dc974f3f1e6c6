import {
  type Counts,
  type Day,
  type Level,
  pointOf,
  type StoredMetric,
  type Window,
  ZERO_COUNTS,
} from '@funnel/domain';
import { readRollups, readFrozenMetrics, type RollupRead, type Connection } from '@funnel/db';
import type { Compared } from '../output/metrics.ts';
import type { Timeseries } from '../output/timeseries.ts';
import type { Period } from './period.ts';
import { recordedCover } from './recorded-cover.ts';

/** The subjects whose numbers are wanted: some of a level, or all of it. */
interface Wanted {
  level: Level;
  subjects: readonly number[] | 'all';
  /** With the points of the series, where the period has one. */
  withSeries?: boolean;
}

/** The numbers of a report; a subject without activity has zeroes. */
export interface Numbers {
  of(level: Level, subjectId: number): Compared;
  /** Undefined where the period has no series. */
  series(level: Level, subjectId: number): Counts[] | undefined;
}

export interface NumbersQuery {
  websiteId: number;
  period: Period;
  wanted: readonly Wanted[];
  metrics?: readonly StoredMetric[];
}

/** Reads everything in one statement; of the insights week what is frozen comes from its snapshot. */
export async function readNumbers(
  snapshot: Connection,
  { websiteId, period, wanted, metrics }: NumbersQuery,
): Promise<Numbers> {
  const slots = new Slots(period.recorded);
  const isFrozen = period.timeframe === 'insights_week';
  for (const want of wanted) {
    if (!isFrozen) slots.add(want, 'current', period.window);
    if (period.previous) slots.add(want, 'previous', period.previous);
    if (!want.withSeries) continue;
    for (const [index, bucket] of (period.series?.buckets ?? []).entries())
      slots.add(want, `point ${index}`, bucket.window);
  }
  const found = await slots.read(snapshot, websiteId, period, metrics);
  if (isFrozen) await addFrozen(snapshot, found, websiteId, period.window.start, wanted);
  const countsOf = (level: Level, part: string, subjectId: number) =>
    found.get(keyOf(level, part, subjectId)) ?? ZERO_COUNTS;
  return {
    of: (level, subjectId) => ({
      current: countsOf(level, 'current', subjectId),
      previous: period.previous && countsOf(level, 'previous', subjectId),
    }),
    series: (level, subjectId) =>
      period.series?.buckets.map((_, index) => countsOf(level, `point ${index}`, subjectId)),
  };
}

/** The timeseries block, or nothing: `...timeseriesBlock(...)` leaves no key behind. */
export function timeseriesBlock(period: Period, counts: Counts[] | undefined): { timeseries?: Timeseries } {
  const { series } = period;
  if (!series || !counts) return {};
  const points = series.buckets.map((bucket, index) => pointOf(bucket.date, counts[index] ?? ZERO_COUNTS));
  return { timeseries: { group_by: series.groupBy, points } };
}

/** An element is not viewed by itself: its views are those of its step (decisions, Vocabulary). */
export function withViewsOf(step: Compared, element: Compared): Compared {
  return {
    current: { ...element.current, views: step.current.views },
    previous: element.previous && step.previous && { ...element.previous, views: step.previous.views },
  };
}

const keyOf = (level: Level, part: string, subjectId: number) => `${level} ${part} ${subjectId}`;

class Slots {
  private readonly names: { level: Level; part: string }[] = [];
  private readonly reads: RollupRead[] = [];
  private readonly recorded: Period['recorded'];

  constructor(recorded: Period['recorded']) {
    this.recorded = recorded;
  }

  add({ level, subjects }: Wanted, part: string, window: Window): void {
    const slot = this.names.push({ level, part }) - 1;
    const cover = recordedCover(window, this.recorded);
    for (const subject of subjects === 'all' ? (['all'] as const) : subjects)
      this.reads.push({ slot, level, subject, cover });
  }

  async read(
    snapshot: Connection,
    websiteId: number,
    { countType }: Period,
    metrics: readonly StoredMetric[] | undefined,
  ): Promise<Map<string, Counts>> {
    if (this.reads.length === 0) return new Map();
    const rows = await readRollups(snapshot, {
      websiteIds: [websiteId],
      reads: this.reads,
      countType,
      ...(metrics ? { metrics } : {}),
    });
    return new Map(
      rows.flatMap(({ slot, subjectId, counts }) => {
        const name = this.names[slot];
        return name ? [[keyOf(name.level, name.part, subjectId), counts] as const] : [];
      }),
    );
  }
}

async function addFrozen(
  snapshot: Connection,
  found: Map<string, Counts>,
  websiteId: number,
  week: Day,
  wanted: readonly Wanted[],
): Promise<void> {
  const reads = wanted.flatMap(({ level, subjects }) =>
    (subjects === 'all' ? (['all'] as const) : subjects).map((subject) => ({ level, subject })),
  );
  if (reads.length === 0) return;
  for (const { level, subjectId, counts } of await readFrozenMetrics(snapshot, {
    websiteIds: [websiteId],
    week,
    reads,
  })) {
    found.set(keyOf(level, 'current', subjectId), counts);
  }
}
