import type { WebsiteId } from '@funnel/domain';
import { inArray } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { websites } from '../schema/index.ts';

/**
 * Reads the names of those of the websites that exist, by id.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const names = await websiteNames(database, [1, 2, 999].map(trustedWebsiteId));
 * assert.equal(names.get(trustedWebsiteId(1)), 'shop.example');
 * assert.equal(names.size, 2);
 */
export async function websiteNames(
  { orm }: Database,
  ids: readonly WebsiteId[],
): Promise<Map<WebsiteId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ id: websites.id, name: websites.name })
    .from(websites)
    .where(inArray(websites.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
