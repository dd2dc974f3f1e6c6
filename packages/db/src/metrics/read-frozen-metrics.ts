import { type Counts, type Day, formatDay, type Level, parseMoneyCents } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { enumType, int4, int8, text } from '../connection/column-types.ts';
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
const readMetrics = statement(
  'read-snapshot-metrics',
  { websites: text(), week: text(), levels: text(), firstSubjects: text(), lastSubjects: text() },
  {
    website_id: int4(),
    level: enumType<Level>('level'),
    subject_id: int4(),
    views: int8(),
    conversions: int8(),
    completions: int8(),
    submissions: int8(),
    subscribes: int8(),
    orders: int8(),
    revenue: text(),
  },
);

/** The metrics as they were when the week's snapshot was written. */
export async function readFrozenMetrics(
  snapshot: Connection,
  query: SnapshotMetricsQuery,
): Promise<SnapshotMetricsRow[]> {
  const rows = await readMetrics(snapshot, {
    websites: plainArrayLiteral(query.websiteIds),
    week: formatDay(query.week),
    levels: plainArrayLiteral(query.reads.map((read) => read.level)),
    firstSubjects: plainArrayLiteral(query.reads.map((read) => (read.subject === 'all' ? 0 : read.subject))),
    lastSubjects: plainArrayLiteral(
      query.reads.map((read) => (read.subject === 'all' ? MAX_ID : read.subject)),
    ),
  });
  return rows.map((row) => ({
    websiteId: row.website_id,
    level: row.level,
    subjectId: row.subject_id,
    counts: {
      views: Number(row.views),
      conversions: Number(row.conversions),
      completions: Number(row.completions),
      submissions: Number(row.submissions),
      subscribes: Number(row.subscribes),
      orders: Number(row.orders),
      revenueCents: parseMoneyCents(row.revenue),
    },
  }));
}
