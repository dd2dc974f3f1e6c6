import type { WebsiteId } from '@funnel/domain';
import { count, desc, eq } from 'drizzle-orm';
import { type Connection, ormOn } from '../connection/database.ts';
import { insightsSnapshots } from '../schema/index.ts';

/**
 * Reads a page of the weeks of which a website has an insights snapshot, the newest first, and how many there are.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const page = { websiteId: trustedWebsiteId(1), start: 0, limit: 10 };
 * assert.deepEqual(await readInsightsWeeks(database.sql, page), { weeks: ['2026-11-02'], total: 1 });
 */
export async function readInsightsWeeks(
  connection: Connection,
  { websiteId, start, limit }: { websiteId: WebsiteId; start: number; limit: number },
): Promise<{ weeks: string[]; total: number }> {
  const { week } = insightsSnapshots;
  const ofWebsite = eq(insightsSnapshots.websiteId, websiteId);
  const orm = ormOn(connection);
  const [rows, [counted]] = await Promise.all([
    orm
      .select({ week })
      .from(insightsSnapshots)
      .where(ofWebsite)
      .orderBy(desc(week))
      .offset(start)
      .limit(limit),
    orm.select({ total: count() }).from(insightsSnapshots).where(ofWebsite),
  ]);
  return { weeks: rows.map((row) => row.week), total: counted?.total ?? 0 };
}
