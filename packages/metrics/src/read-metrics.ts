import {
  type Counts,
  type FairCounts,
  type Level,
  STORED_METRICS,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import { plainArrayLiteral } from '@funnel/db/sql';
import { type Connection, memoryOf, websiteGroups } from '@funnel/db';
import { readSketches } from '@funnel/db/sketches';
import { countPending, type PendingCounts } from './pending/pending-counts.ts';
import { readFrozenMetrics } from './read-frozen-metrics.ts';
import { KnownUnions } from './rollups/known-unions.ts';
import { RollupBuckets } from './rollups/rollup-buckets.ts';
import { readRollups, sumRollups } from './rollups/rollup-statements.ts';
import { RollupUnions } from './rollups/rollup-unions.ts';
import { addCounts, addTotals, type SlotCounts } from './slots/slot-counts.ts';
import {
  frozenWebsites,
  type MetricsQuery,
  type Read,
  readParameters,
  readsOf,
  type Slot,
  type SlotName,
  slotsOf,
} from './slots/slots.ts';

export type { MetricsQuery };

/** The counts of a subject in the period and, if it is compared, in the period before and on the days of a fair comparison. */
export interface PeriodCounts {
  current: Counts;
  previous?: Counts | undefined;
  fair?: FairCounts | undefined;
}

/** The metrics that were read. A subject without activity has zeroes. */
export interface Metrics {
  /** `websiteId` is needed only for a query of several websites. */
  of(level: Level, subjectId: number, websiteId?: WebsiteId): PeriodCounts;
  /** One entry per bucket of the series; undefined if the period has none. */
  series(level: Level, subjectId: number, websiteId?: WebsiteId): Counts[] | undefined;
  /** The subjects of a level with any activity in the period. */
  active(level: Level): number[];
}

/**
 * Reads every number of a report. Run it in a read transaction: it may send several statements, which then see the
 * same data. In the insights week, what its snapshot froze replaces the live counts; a website without a snapshot of that
 * week keeps its live ones.
 * @example
 * const query = { websites: [shopWebsite], period, subjects: [{ level: 'campaign', ids: [101] }] } as const;
 * const metrics = await readMetrics(connection, query);
 * assert.equal(metrics.of('campaign', 101).current.views, 2); // three views of two visitors
 */
export async function readMetrics(connection: Connection, query: MetricsQuery): Promise<Metrics> {
  const { websites, period, subjects } = query;
  const frozen = frozenWebsites(query);
  const slots = slotsOf(query, frozen.length < websites.length);
  const week = period.window.start;
  // Sent together: one round trip.
  const groups = await websiteGroups(connection, websites);
  const [counted, frozenRows] = await Promise.all([
    Promise.all(groups.map((group) => countSlots(connection, { ...query, websites: group }, slots))),
    readFrozenMetrics(connection, { websiteIds: frozen, week, subjects }),
  ]);

  const found = new Map<string, Counts>();
  for (const { slot, websiteId, subjectId, counts } of counted.flat()) {
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
      ...(query.compared && {
        fair: {
          current: countsAt(level, 'compared', subjectId, websiteId),
          base: countsAt(level, 'base', subjectId, websiteId),
        },
      }),
    }),
    series: (level, subjectId, websiteId) =>
      period.series?.buckets.map((_, index) => countsAt(level, index, subjectId, websiteId)),
    active(level) {
      const prefix = keyOf(level, 'current', only, '');
      const keys = [...found.keys()].filter((key) => key.startsWith(prefix));
      return keys.map((key) => Number(key.slice(prefix.length)));
    },
  };
}

async function countSlots(
  connection: Connection,
  query: MetricsQuery,
  slots: readonly Slot[],
): Promise<SlotCounts[]> {
  const reads = readsOf(slots);
  if (reads.length === 0) return [];
  const count = query.period.countType === 'total' ? countTotals : countDistinct;
  const pending = countPending(connection, query.websites, slots, query.metrics ?? STORED_METRICS);
  pending.catch(() => {}); // Awaited later; must not be an unhandled rejection until then.
  return count(connection, query, reads, pending);
}

async function countTotals(
  connection: Connection,
  query: MetricsQuery,
  reads: readonly Read[],
  pending: Promise<PendingCounts[]>,
): Promise<SlotCounts[]> {
  const parameters = {
    ...readParameters(query, reads),
    reads: plainArrayLiteral(reads.map(({ slot }) => slot)),
  };
  const bySubject = new Map<string, SlotCounts>();
  const countsOf = ({ slot, websiteId, subjectId }: Omit<SlotCounts, 'counts'>): Counts => {
    const key = `${slot} ${websiteId} ${subjectId}`;
    const subject = bySubject.get(key) ?? { slot, websiteId, subjectId, counts: { ...ZERO_COUNTS } };
    bySubject.set(key, subject);
    return subject.counts;
  };
  await sumRollups.map(connection, parameters, (row) =>
    addTotals(countsOf({ slot: row.slot, websiteId: row.website_id, subjectId: row.subject_id }), row),
  );
  for (const added of await pending) addCounts(countsOf(added), added.counts);
  return [...bySubject.values()];
}

/** Sketches are read only where several buckets must be united and their union is not known. */
async function countDistinct(
  connection: Connection,
  query: MetricsQuery,
  reads: readonly Read[],
  pending: Promise<PendingCounts[]>,
): Promise<SlotCounts[]> {
  const numbered = (some: readonly Read[]) => ({
    ...readParameters(query, some),
    reads: plainArrayLiteral(some.map((_, index) => index)),
  });
  const known = new KnownUnions(memoryOf(connection));
  const buckets = new RollupBuckets(known, reads);
  await readRollups.map(connection, numbered(reads), ({ website_id, bucket }) =>
    buckets.add(website_id, bucket),
  );
  for (const added of await pending) buckets.addPending(added);
  const { counted, open } = buckets.countDistinct();
  if (open.length === 0) return counted;
  const unions = new RollupUnions(known, open);
  await readSketches.map(connection, numbered(unions.reads), (row) => unions.add(row));
  return [...counted, ...(await unions.unite())];
}

function keyOf(
  level: Level,
  name: SlotName,
  websiteId: WebsiteId | undefined,
  subjectId: number | '',
): string {
  return `${level} ${name} ${websiteId} ${subjectId}`;
}
