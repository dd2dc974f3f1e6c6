import { type Counts, type Day, formatDay, type Level, parseMoneyCents } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { statement } from '../statement.ts';
import type { Connection } from '../records/report-reads.ts';

export interface SnapshotMetricsQuery {
  websiteIds: readonly number[];
  week: Day;
  reads: { level: Level; subject: number | 'all' }[];
}

export interface SnapshotMetricsRow {
  websiteId: number;
  level: Level;
  subjectId: number;
  counts: Counts;
}

const MAX_ID = 2_147_483_647;
const readMetrics = statement('read-snapshot-metrics');

/** The metrics as they were when the week's snapshot was written. */
export async function readFrozenMetrics(
  snapshot: Connection,
  query: SnapshotMetricsQuery,
): Promise<SnapshotMetricsRow[]> {
  const rows = await readMetrics<
    { website_id: number; level: Level; subject_id: number; revenue: string } & Record<string, string>
  >(snapshot, [
    plainArrayLiteral(query.websiteIds),
    formatDay(query.week),
    plainArrayLiteral(query.reads.map((read) => read.level)),
    plainArrayLiteral(query.reads.map((read) => (read.subject === 'all' ? 0 : read.subject))),
    plainArrayLiteral(query.reads.map((read) => (read.subject === 'all' ? MAX_ID : read.subject))),
  ]);
  return rows.map((row) => ({
    websiteId: row.website_id,
    level: row.level,
    subjectId: row.subject_id,
    counts: {
      views: Number(row['views']),
      conversions: Number(row['conversions']),
      completions: Number(row['completions']),
      submissions: Number(row['submissions']),
      subscribes: Number(row['subscribes']),
      orders: Number(row['orders']),
      revenueCents: parseMoneyCents(row.revenue),
    },
  }));
}
