import {
  type Counts,
  type Day,
  formatDay,
  type Level,
  parseMoneyCents,
  type WebsiteId,
} from '@funnel/domain';
import { int4, int4Literal, int8, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Connection, websiteGroups } from '@funnel/db';
import { statement } from './statement.ts';
import { type SubjectSelection, subjectRanges } from './slots/subjects.ts';

/** The frozen metrics of one subject. */
export interface FrozenMetricsRow {
  websiteId: WebsiteId;
  level: Level;
  subjectId: number;
  counts: Counts;
}

const readFrozen = statement(
  'read-snapshot-metrics',
  { websites: int4Literal(), week: text(), levels: text(), firstSubjects: text(), lastSubjects: text() },
  {
    website_id: int4<WebsiteId>(),
    level: text<Level>(),
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

/**
 * Reads the metrics as they were when the insights snapshot of the week was written.
 * @example
 * import { parseDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const [row] = await readFrozenMetrics(database.sql, {
 *   websiteIds: [trustedWebsiteId(1)],
 *   week: parseDay('2026-11-02') ?? 0,
 *   subjects: [{ level: 'campaign', ids: 'all' }],
 * });
 * assert.equal(row?.subjectId, 101);
 * assert.equal(row?.counts.views, 40);
 */
export async function readFrozenMetrics(
  connection: Connection,
  query: { websiteIds: readonly WebsiteId[]; week: Day; subjects: readonly SubjectSelection[] },
): Promise<FrozenMetricsRow[]> {
  const ranges = query.subjects.flatMap(({ level, ids }) =>
    subjectRanges(ids).map(([first, last]) => ({ level, first, last })),
  );
  if (query.websiteIds.length === 0 || ranges.length === 0) return [];
  const parameters = {
    week: formatDay(query.week),
    levels: plainArrayLiteral(ranges.map(({ level }) => level)),
    firstSubjects: plainArrayLiteral(ranges.map(({ first }) => first)),
    lastSubjects: plainArrayLiteral(ranges.map(({ last }) => last)),
  };
  const groups = await websiteGroups(connection, query.websiteIds);
  const rows = await Promise.all(
    groups.map((group) => readFrozen(connection, { websites: plainArrayLiteral(group), ...parameters })),
  );
  return rows.flat().map((row) => ({
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
