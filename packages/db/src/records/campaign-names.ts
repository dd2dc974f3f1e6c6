import type { WebsiteId } from '@funnel/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { type Connection, ormOn } from '../connection/database.ts';
import { campaigns } from '../schema/index.ts';

/**
 * Reads the names of some campaigns of a website, by id.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const names = await campaignNames(database.sql, { websiteId: trustedWebsiteId(1), ids: [101, 999] });
 * assert.deepEqual([...names], [[101, 'Welcome']]);
 */
export async function campaignNames(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ormOn(connection)
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.websiteId, websiteId), inArray(campaigns.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
