import { type Counts, type Level, type WebsiteId, ZERO_COUNTS } from '@funnel/domain';
import type { Connection } from '../connection/database.ts';
import { readFrozenMetrics } from './read-frozen-metrics.ts';
import { readRollups, sumRollups } from './rollup-statements.ts';
import { bucketCounts, totalCounts } from './rollup-sums.ts';
import { RollupUnions, type SlotCounts } from './rollup-unions.ts';
import {
  frozenWebsites,
  type MetricsQuery,
  type Slot,
  type SlotName,
  slotParameters,
  slotsOf,
} from './slots.ts';

export type { MetricsQuery };

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

/**
 * Reads every number of a report. Run it in a read transaction: it may send two statements, which then see the same
 * data. In the insights week, what its snapshot froze replaces the live counts; a website without a snapshot of that
 * week keeps its live ones.
 * @example
 * import { resolvePeriod, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const period = resolvePeriod(
 *   { selection: { timeframe: 'this_month' }, countType: 'distinct' },
 *   { facts: website, now: new Date('2026-11-14T12:00:00Z') },
 * );
 * const metrics = await inReadTransaction(database, (connection) =>
 *   readMetrics(connection, { websites: [website], period, subjects: [{ level: 'campaign', ids: [101] }] }),
 * );
 * assert.equal(metrics.of('campaign', 101).current.views, 2); // three views of two visitors
 */
export async function readMetrics(connection: Connection, query: MetricsQuery): Promise<Metrics> {
  const { websites, period, subjects } = query;
  const frozen = frozenWebsites(query);
  const slots = slotsOf(query, frozen.length < websites.length);
  const week = period.window.start;
  // Sent together: one round trip.
  const [counted, frozenRows] = await Promise.all([
    countSlots(connection, query, slots),
    readFrozenMetrics(connection, { websiteIds: frozen, week, subjects }),
  ]);

  const found = new Map<string, Counts>();
  for (const { slot, websiteId, subjectId, counts } of counted) {
    const { name, level } = slots[slot] ?? {};
    if (name === undefined || level === undefined) continue;
    if (name === 'current' && frozen.includes(websiteId)) continue;
    found.set(keyOf(level, name, websiteId, subjectId), counts);
  }
  for (const row of frozenRows)
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

/** Only a distinct count over several buckets needs sketches. */
async function countSlots(
  connection: Connection,
  query: MetricsQuery,
  slots: readonly Slot[],
): Promise<SlotCounts[]> {
  const isDistinct = query.period.countType === 'distinct';
  const needsSketches = ({ cover }: Slot) => isDistinct && cover.length > 1;
  const unknown = new Set<Slot>();
  const [sums, unions] = await Promise.all([
    readSums(connection, query, slots, (slot) => !needsSketches(slot), unknown),
    readUnions(connection, query, slots, needsSketches),
  ]);
  const others = await readUnions(connection, query, slots, (slot) => unknown.has(slot));
  return [...sums, ...unions, ...others];
}

/** Slots with a bucket whose estimate is not known are added to `unknown`. */
async function readSums(
  connection: Connection,
  query: MetricsQuery,
  slots: readonly Slot[],
  isRead: (slot: Slot) => boolean,
  unknown: Set<Slot>,
): Promise<SlotCounts[]> {
  if (!slots.some((slot) => isRead(slot) && slot.cover.length > 0)) return [];
  const isDistinct = query.period.countType === 'distinct';
  return sumRollups.map(connection, slotParameters(query, slots, isRead), (row) => {
    const counts = isDistinct ? bucketCounts(row) : totalCounts(row);
    const slot = slots[row.slot];
    if (!counts && slot) unknown.add(slot);
    return {
      slot: row.slot,
      websiteId: row.website_id,
      subjectId: row.subject_id,
      counts: counts ?? ZERO_COUNTS,
    };
  });
}

async function readUnions(
  connection: Connection,
  query: MetricsQuery,
  slots: readonly Slot[],
  isRead: (slot: Slot) => boolean,
): Promise<SlotCounts[]> {
  if (!slots.some((slot) => isRead(slot) && slot.cover.length > 0)) return [];
  const unions = new RollupUnions();
  await readRollups.map(connection, slotParameters(query, slots, isRead), (row) => unions.add(row));
  return unions.unite();
}

function keyOf(
  level: Level,
  name: SlotName,
  websiteId: WebsiteId | undefined,
  subjectId: number | '',
): string {
  return `${level} ${name} ${websiteId} ${subjectId}`;
}
