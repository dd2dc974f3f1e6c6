import { type Counts, type Day, formatDay, type Level, centsToNumeric } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { bool, int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';

export interface FrozenSubject {
  level: Level;
  subjectId: number;
  counts: Counts;
}

export interface NewSnapshot {
  websiteId: number;
  /** Its Monday. */
  week: Day;
  viewers: number;
  revenueCents: bigint;
  recommendations: readonly string[];
  frozen: readonly FrozenSubject[];
}

const websiteWeek = { website: int4(), week: text() };
const writeRow = statement(
  'write-snapshot',
  { ...websiteWeek, viewers: text(), revenue: text(), recommendations: text(), replace: bool() },
  { website_id: int4() },
);
const deleteMetrics = statement('delete-metrics', websiteWeek, {});
const insertMetrics = statement(
  'insert-metrics',
  {
    ...websiteWeek,
    levels: text(),
    subjects: text(),
    views: text(),
    conversions: text(),
    completions: text(),
    submissions: text(),
    subscribes: text(),
    orders: text(),
    revenues: text(),
  },
  {},
);
const raiseVersion = statement('raise-version', { website: int4() }, {});

/**
 * Writes a snapshot in one transaction: all of it or nothing. False when the week has one already and
 * `replace` is not set; nothing is changed then.
 */
export function writeSnapshot(
  database: Database,
  snapshot: NewSnapshot,
  { replace }: { replace: boolean },
): Promise<boolean> {
  return database.sql.begin(async (sql) => {
    const { websiteId, week, viewers, revenueCents, recommendations, frozen } = snapshot;
    const key = { website: websiteId, week: formatDay(week) };
    const written = await writeRow(sql, {
      ...key,
      viewers: String(viewers),
      revenue: centsToNumeric(revenueCents),
      recommendations: JSON.stringify(recommendations),
      replace,
    });
    if (written.length === 0) return false;
    await deleteMetrics(sql, key);
    await freeze(sql, key, frozen);
    await raiseVersion(sql, { website: websiteId });
    return true;
  });
}

async function freeze(
  sql: TransactionSql,
  key: { website: number; week: string },
  frozen: readonly FrozenSubject[],
): Promise<void> {
  const column = (value: (subject: FrozenSubject) => string | number) =>
    plainArrayLiteral(frozen.map((subject) => value(subject)));
  await insertMetrics(sql, {
    ...key,
    levels: column(({ level }) => level),
    subjects: column(({ subjectId }) => subjectId),
    views: column(({ counts }) => counts.views),
    conversions: column(({ counts }) => counts.conversions),
    completions: column(({ counts }) => counts.completions),
    submissions: column(({ counts }) => counts.submissions),
    subscribes: column(({ counts }) => counts.subscribes),
    orders: column(({ counts }) => counts.orders),
    revenues: column(({ counts }) => centsToNumeric(counts.revenueCents)),
  });
}
