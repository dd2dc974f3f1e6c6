import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Orm } from './connection/database.ts';
import { websiteActivity } from './schema/index.ts';

/**
 * Raises the data version of websites, so that cached reports are no longer fresh. Every write that a report can
 * show calls it in the same transaction; one that records events calls `raiseRecorded`.
 * @example
 * const [before] = await readWebsites(database.sql, [websiteId]);
 * await raiseDataVersion(database.orm, [websiteId]);
 * const [after] = await readWebsites(database.sql, [websiteId]);
 * assert.notEqual(after?.version, before?.version);
 */
export async function raiseDataVersion(orm: Orm, websiteIds: readonly WebsiteId[]): Promise<void> {
  await raise(
    orm,
    websiteIds.map((websiteId) => ({ websiteId })),
  );
}

export interface RecordedEvents {
  websiteId: WebsiteId;
  firstDay: Day;
  /** When the newest of them was recorded; now by default. */
  recordedAt?: Date | undefined;
}

/**
 * Raises the data version of websites that have new events, and keeps the first day and the time of the newest one.
 * @example
 * const [before] = await readWebsites(database.sql, [websiteId]);
 * await raiseRecorded(database.orm, [{ websiteId, firstDay: day }]);
 * const [after] = await readWebsites(database.sql, [websiteId]);
 * assert.notEqual(after?.version, before?.version);
 */
export async function raiseRecorded(orm: Orm, recorded: readonly RecordedEvents[]): Promise<void> {
  await raise(
    orm,
    recorded.map(({ websiteId, firstDay, recordedAt }) => ({
      websiteId,
      firstDay: formatDay(firstDay),
      lastRecordedAt: recordedAt ?? sql`now()`,
    })),
  );
}

async function raise(
  orm: Orm,
  rows: { websiteId: WebsiteId; firstDay?: string; lastRecordedAt?: Date | SQL }[],
): Promise<void> {
  if (rows.length === 0) return;
  const { version, firstDay: storedFirstDay, lastRecordedAt } = websiteActivity;
  await orm
    .insert(websiteActivity)
    .values(rows.map((row) => ({ ...row, version: 1 })))
    .onConflictDoUpdate({
      target: websiteActivity.websiteId,
      set: {
        version: sql`${version} + 1`,
        firstDay: sql`least(${storedFirstDay}, excluded.first_day)`,
        lastRecordedAt: sql`greatest(excluded.last_recorded_at, ${lastRecordedAt})`,
      },
    });
}
