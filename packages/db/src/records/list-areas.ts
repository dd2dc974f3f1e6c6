import type { WebsiteId } from '@funnel/domain';
import { desc, eq } from 'drizzle-orm';
import { type Connection, ormOn } from '../connection/database.ts';
import { areas } from '../schema/index.ts';

/** An area of a website, as the API shows it. */
export interface Area {
  id: number;
  name: string;
  website_id: number;
  created_at: string;
  updated_at: string;
}

/**
 * Reads the areas of a website, newest first.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const [area] = await listAreas(database.sql, trustedWebsiteId(1));
 * assert.equal(area?.name, 'Home page');
 */
export async function listAreas(connection: Connection, websiteId: WebsiteId): Promise<Area[]> {
  const rows = await ormOn(connection)
    .select()
    .from(areas)
    .where(eq(areas.websiteId, websiteId))
    .orderBy(desc(areas.createdAt), desc(areas.id));
  return rows.map(({ id, name, websiteId: website_id, createdAt, updatedAt }) => ({
    id,
    name,
    website_id,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
}
