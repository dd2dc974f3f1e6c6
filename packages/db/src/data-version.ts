import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import type { Orm } from './connection/database.ts';
import { websiteActivity } from './schema/index.ts';

/**
 * Raises the data version of websites, so that cached reports are no longer fresh. Every write that a report can
 * show calls it in the same transaction. `firstDay` is the earliest day of newly recorded events, `recordedAt` the time of
 * their recording, now by default.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const websiteId = trustedWebsiteId(1);
 * const [before] = await readWebsites(database.sql, [websiteId]);
 * await raiseDataVersion(database.orm, [websiteId]);
 * const [after] = await readWebsites(database.sql, [websiteId]);
 * assert.notEqual(after?.version, before?.version);
 */
export async function raiseDataVersion(
  orm: Orm,
  websiteIds: readonly WebsiteId[],
  { firstDay, recordedAt }: { firstDay?: Day; recordedAt?: Date } = {},
): Promise<void> {
  if (websiteIds.length === 0) return;
  const recorded =
    firstDay === undefined ? {} : { firstDay: formatDay(firstDay), lastRecordedAt: recordedAt ?? sql`now()` };
  const { version, firstDay: storedFirstDay, lastRecordedAt } = websiteActivity;
  await orm
    .insert(websiteActivity)
    .values(websiteIds.map((websiteId) => ({ websiteId, version: 1, ...recorded })))
    .onConflictDoUpdate({
      target: websiteActivity.websiteId,
      set: {
        version: sql`${version} + 1`,
        firstDay: sql`least(${storedFirstDay}, excluded.first_day)`,
        lastRecordedAt: sql`greatest(excluded.last_recorded_at, ${lastRecordedAt})`,
      },
    });
}
