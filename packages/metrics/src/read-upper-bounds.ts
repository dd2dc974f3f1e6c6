import {
  clampDistinct,
  formatDay,
  type Level,
  type Period,
  recordedCover,
  SKETCHED_METRICS,
  type SketchedMetric,
  unionUpperBound,
} from '@funnel/domain';
import { int4, int8, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Connection, WebsiteFacts } from '@funnel/db';
import { countPending } from './pending/pending-counts.ts';
import { statement } from './statement.ts';
import { recordedDays } from './slots/slots.ts';
import { storedBuckets, subjectRanges } from './slots/subjects.ts';

const boundSubjects = statement(
  'bound-subjects',
  { website: int4(), level: text<Level>(), grains: text(), buckets: text(), metric: int4() },
  { subject_id: int4(), total: int8(), visitors: int8() },
  {
    totals: SKETCHED_METRICS.map((metric, index) => `when ${index + 1} then ${metric}`).join(' '),
    estimates: SKETCHED_METRICS.map((metric, index) => `when ${index + 1} then ${metric}_visitors`).join(' '),
  },
);

/**
 * Reads numbers that the distinct counts of all subjects of a level do not exceed, in a fraction of the time that the
 * counts would take. Subjects without activity are missing: theirs is 0.
 * @example
 * const query = { website: shopWebsite, period, level: 'campaign', metric: 'views' } as const;
 * const bounds = await readUpperBounds(database.sql, query);
 * assert.ok((bounds.get(101) ?? 0) >= 2); // two visitors
 */
export async function readUpperBounds(
  connection: Connection,
  {
    website,
    period,
    level,
    metric,
  }: { website: WebsiteFacts; period: Period; level: Level; metric: SketchedMetric },
): Promise<Map<number, number>> {
  const cover = storedBuckets(recordedCover(period.window, recordedDays([website])));
  if (cover.length === 0) return new Map();
  const slot = {
    name: 'current',
    level,
    ranges: subjectRanges('all'),
    window: period.window,
    cover,
  } as const;
  const [rows, pending] = await Promise.all([
    boundSubjects(connection, {
      website: website.id,
      level,
      grains: plainArrayLiteral(cover.map(({ grain }) => grain)),
      buckets: plainArrayLiteral(cover.map(({ start }) => formatDay(start))),
      metric: SKETCHED_METRICS.indexOf(metric) + 1,
    }),
    countPending(connection, [website], [slot], [metric]),
  ]);
  const sums = new Map(
    rows.map(({ subject_id, total, visitors }) => [
      subject_id,
      { total: Number(total), visitors: Number(visitors) },
    ]),
  );
  for (const { subjectId, counts } of pending) {
    const { total, visitors } = sums.get(subjectId) ?? { total: 0, visitors: 0 };
    sums.set(subjectId, { total: total + counts[metric], visitors: visitors + counts[metric] });
  }
  const parts = cover.length + 1;
  return new Map(
    [...sums].map(([id, { total, visitors }]) => [
      id,
      clampDistinct(unionUpperBound(visitors, parts), total),
    ]),
  );
}
