import { type Day, formatDay, type Level, type WebsiteId, ZERO_COUNTS } from '@funnel/domain';
import { int4, int4Literal, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Connection, websiteGroups } from '@funnel/db';
import { statement } from './statement.ts';
import { addTotals, COUNT_COLUMNS } from './slots/slot-counts.ts';
import { type SubjectSelection, subjectRanges } from './slots/subjects.ts';

const readFrozen = statement(
  'read-snapshot-metrics',
  { websites: int4Literal(), week: text(), levels: text(), firstSubjects: text(), lastSubjects: text() },
  { website_id: int4<WebsiteId>(), level: text<Level>(), subject_id: int4(), ...COUNT_COLUMNS },
);

/** Reads the metrics as they were when the insights snapshot of the week was written. */
export async function readFrozenMetrics(
  connection: Connection,
  query: { websiteIds: readonly WebsiteId[]; week: Day; subjects: readonly SubjectSelection[] },
) {
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
  return rows.flat().map((row) => {
    const counts = { ...ZERO_COUNTS };
    addTotals(counts, row);
    return { websiteId: row.website_id, level: row.level, subjectId: row.subject_id, counts };
  });
}
