import { type Counts, type Day, formatDay, type Level, centsToNumeric } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { plainArrayLiteral } from '@funnel/db/sql';
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

const writeRow = statement('write-snapshot');
const deleteMetrics = statement('delete-metrics');
const insertMetrics = statement('insert-metrics');
const raiseVersion = statement('raise-version');

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
    const key = [websiteId, formatDay(week)];
    const content = [String(viewers), centsToNumeric(revenueCents), JSON.stringify(recommendations)];
    const written = await writeRow(sql, [...key, ...content, replace]);
    if (written.length === 0) return false;
    await deleteMetrics(sql, key);
    await freeze(sql, key, frozen);
    await raiseVersion(sql, [websiteId]);
    return true;
  });
}

async function freeze(
  sql: TransactionSql,
  key: (string | number)[],
  frozen: readonly FrozenSubject[],
): Promise<void> {
  const column = (value: (subject: FrozenSubject) => string | number) =>
    plainArrayLiteral(frozen.map((subject) => value(subject)));
  await insertMetrics(sql, [
    ...key,
    column(({ level }) => level),
    column(({ subjectId }) => subjectId),
    column(({ counts }) => counts.views),
    column(({ counts }) => counts.conversions),
    column(({ counts }) => counts.completions),
    column(({ counts }) => counts.submissions),
    column(({ counts }) => counts.subscribes),
    column(({ counts }) => counts.orders),
    column(({ counts }) => centsToNumeric(counts.revenueCents)),
  ]);
}
