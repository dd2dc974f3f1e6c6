import {
  type Bucket,
  clampDistinct,
  type Counts,
  estimateUnion,
  formatDay,
  type Level,
  SKETCHED_METRICS,
  type Period,
  parseMoneyCents,
  recordedCover,
  STORED_METRICS,
  type StoredMetric,
  type WebsiteId,
  type Window,
  ZERO_COUNTS,
} from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { bytea, int4, int8, nullable, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import type { RowOf } from '../connection/statement.ts';
import type { WebsiteFacts } from '../records/read-websites.ts';
import { statement } from '../statement.ts';
import { readFrozenMetrics } from './read-frozen-metrics.ts';
import { type SubjectSelection, storedBuckets, subjectRanges } from './subjects.ts';

/** What to read: the metrics of some subjects of some websites in a period. */
export interface MetricsQuery {
  websites: readonly Pick<WebsiteFacts, 'id' | 'firstDay' | 'lastDay' | 'insightsWeek'>[];
  period: Period;
  subjects: readonly SubjectSelection[];
  /** Only these are read, the others are 0. All by default. */
  metrics?: readonly StoredMetric[];
}

/** The counts of a subject in the period and, if it is compared, in the period before. */
export interface PeriodCounts {
  current: Counts;
  previous?: Counts | undefined;
}

/** The metrics that were read. A subject without activity has zeroes. */
export interface Metrics {
  /** `websiteId` is needed only for a query of several websites. */
  of(level: Level, subjectId: number, websiteId?: WebsiteId): PeriodCounts;
  /** One entry per bucket of the series; undefined if the period has none. */
  series(level: Level, subjectId: number): Counts[] | undefined;
  /** The subjects of a level with any activity in the period. */
  active(level: Level): number[];
}

/** One slot of the answer: the period, the one before, or a point of the series, at one level. */
interface Slot {
  name: SlotName;
  level: Level;
  /** First and last subject of each range to read. */
  ranges: [number, number][];
  cover: Bucket[];
}

type SlotName = 'current' | 'previous' | number;

const ALL_SKETCHES = bitsOf(SKETCHED_METRICS);
const readRollups = statement(
  'read-rollups',
  {
    websites: text(),
    slots: text(),
    levels: text(),
    grains: text(),
    buckets: text(),
    firstSubjects: text(),
    lastSubjects: text(),
    counts: int4(),
    sketches: int4(),
  },
  // Null means that the column was not asked for.
  {
    website_id: int4<WebsiteId>(),
    slot: int4(),
    subject_id: int4(),
    views: nullable(int8()),
    conversions: nullable(int8()),
    completions: nullable(int8()),
    submissions: nullable(int8()),
    subscribes: nullable(int8()),
    orders: nullable(int8()),
    revenue: nullable(text()),
    views_sketch: nullable(bytea()),
    conversions_sketch: nullable(bytea()),
    completions_sketch: nullable(bytea()),
    submissions_sketch: nullable(bytea()),
    subscribes_sketch: nullable(bytea()),
  },
);
type StoredRow = RowOf<typeof readRollups>;

/**
 * Reads every number of a report in one statement. In the insights week, what its snapshot froze replaces the live
 * counts; a website without a snapshot of that week keeps its live ones.
 * @example
 * import { resolvePeriod, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const period = resolvePeriod(
 *   { selection: { timeframe: 'this_month' }, countType: 'distinct' },
 *   { facts: website, now: new Date('2026-11-14T12:00:00Z') },
 * );
 * const metrics = await readMetrics(database.sql, {
 *   websites: [website],
 *   period,
 *   subjects: [{ level: 'campaign', ids: [101] }],
 * });
 * assert.equal(metrics.of('campaign', 101).current.views, 2); // three views of two visitors
 */
export async function readMetrics(connection: Connection, query: MetricsQuery): Promise<Metrics> {
  const { websites, period, subjects } = query;
  const frozen = frozenWebsites(query);
  const slots = slotsOf(query, frozen.length < websites.length);
  const found = new Map<string, Counts>();
  await readSlots(connection, query, slots, ({ name, level }, row) => {
    if (name === 'current' && frozen.includes(row.website_id)) return;
    found.set(keyOf(level, name, row.website_id, row.subject_id), countsOf(row));
  });
  const week = period.window.start;
  for (const row of await readFrozenMetrics(connection, { websiteIds: frozen, week, subjects }))
    found.set(keyOf(row.level, 'current', row.websiteId, row.subjectId), row.counts);

  const only = websites[0]?.id;
  const countsAt = (level: Level, name: SlotName, subjectId: number, websiteId = only) =>
    found.get(keyOf(level, name, websiteId, subjectId)) ?? ZERO_COUNTS;
  return {
    of: (level, subjectId, websiteId) => ({
      current: countsAt(level, 'current', subjectId, websiteId),
      previous: period.previous && countsAt(level, 'previous', subjectId, websiteId),
    }),
    series: (level, subjectId) => period.series?.buckets.map((_, index) => countsAt(level, index, subjectId)),
    active(level) {
      const prefix = keyOf(level, 'current', only, '');
      const keys = [...found.keys()].filter((key) => key.startsWith(prefix));
      return keys.map((key) => Number(key.slice(prefix.length)));
    },
  };
}

/** The websites whose current period comes from their snapshot. */
function frozenWebsites({ websites, period }: MetricsQuery): WebsiteId[] {
  if (period.timeframe !== 'insights_week') return [];
  return websites.filter(({ insightsWeek }) => insightsWeek === period.window.start).map(({ id }) => id);
}

function slotsOf({ websites, period, subjects }: MetricsQuery, withCurrent: boolean): Slot[] {
  const recorded = recordedDays(websites);
  const slot = ({ level, ids }: SubjectSelection, name: SlotName, window: Window): Slot => ({
    name,
    level,
    ranges: subjectRanges(ids),
    cover: storedBuckets(recordedCover(window, recorded)),
  });
  return subjects.flatMap((selection) => [
    ...(withCurrent ? [slot(selection, 'current', period.window)] : []),
    ...(period.previous ? [slot(selection, 'previous', period.previous)] : []),
    ...(selection.withSeries && period.series
      ? period.series.buckets.map(({ window }, index) => slot(selection, index, window))
      : []),
  ]);
}

async function readSlots(
  connection: Connection,
  { websites, period, metrics = STORED_METRICS }: MetricsQuery,
  slots: readonly Slot[],
  onRow: (slot: Slot, row: StoredRow) => void,
): Promise<void> {
  const reads = slots.flatMap(({ level, cover, ranges }, slot) =>
    cover.flatMap(({ grain, start }) =>
      ranges.map(([first, last]) => ({ slot, level, grain, bucket: formatDay(start), first, last })),
    ),
  );
  if (reads.length === 0) return;
  const wanted = bitsOf(metrics);
  const parameters = {
    websites: plainArrayLiteral(websites.map(({ id }) => id)),
    slots: plainArrayLiteral(reads.map(({ slot }) => slot)),
    levels: plainArrayLiteral(reads.map(({ level }) => level)),
    grains: plainArrayLiteral(reads.map(({ grain }) => grain)),
    buckets: plainArrayLiteral(reads.map(({ bucket }) => bucket)),
    firstSubjects: plainArrayLiteral(reads.map(({ first }) => first)),
    lastSubjects: plainArrayLiteral(reads.map(({ last }) => last)),
    counts: wanted,
    sketches: period.countType === 'total' ? 0 : wanted & ALL_SKETCHES,
  };
  await readRollups.map(connection, parameters, (row) => {
    const slot = slots[row.slot];
    if (slot) onRow(slot, row);
  });
}

function keyOf(
  level: Level,
  name: SlotName,
  websiteId: WebsiteId | undefined,
  subjectId: number | '',
): string {
  return `${level} ${name} ${websiteId} ${subjectId}`;
}

/** From the first to the last recorded day of any of the websites. */
function recordedDays(websites: MetricsQuery['websites']) {
  const lastDays = websites.flatMap(({ lastDay }) => lastDay ?? []);
  return {
    firstDay: Math.min(...websites.map(({ firstDay }) => firstDay)),
    lastDay: lastDays.length > 0 ? Math.max(...lastDays) : undefined,
  };
}

function bitsOf(metrics: readonly StoredMetric[]): number {
  return metrics.reduce((bits, metric) => bits | (1 << STORED_METRICS.indexOf(metric)), 0);
}

function countsOf(row: StoredRow): Counts {
  return {
    views: countOf(row.views, row.views_sketch),
    conversions: countOf(row.conversions, row.conversions_sketch),
    completions: countOf(row.completions, row.completions_sketch),
    submissions: countOf(row.submissions, row.submissions_sketch),
    subscribes: countOf(row.subscribes, row.subscribes_sketch),
    orders: Number(row.orders),
    revenueCents: row.revenue === null ? 0n : parseMoneyCents(row.revenue),
  };
}

/** Without a sketch it is the total: none was asked for, or there is nothing to count. */
function countOf(total: string | null, sketch: Uint8Array | null): number {
  return sketch ? clampDistinct(estimateUnion(sketch), Number(total)) : Number(total);
}
