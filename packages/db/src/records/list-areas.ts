import type { WebsiteId } from '@funnel/domain';
import { desc, eq } from 'drizzle-orm';
import { type Connection, ormOn } from '../connection/database.ts';
import { areas } from '../schema/index.ts';

/**
 * Reads the areas of a website as the API shows them, newest first.
 * @example
 * const [area] = await listAreas(database.sql, websiteId);
 * assert.equal(area?.name, 'Home page');
 */
export async function listAreas(connection: Connection, websiteId: WebsiteId) {
  const rows = await ormOn(connection)
    .select()
    .from(areas)
    .where(eq(areas.websiteId, websiteId))
    .orderBy(desc(areas.createdAt), desc(areas.id));
  return rows.map(({ id, name, createdAt, updatedAt }) => ({
    id,
    name,
    website_id: websiteId,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
}
