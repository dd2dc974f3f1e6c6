import { desc, eq } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { areas } from '../schema/index.ts';

/** Spec 2.9. */
export interface Area {
  id: number;
  name: string;
  website_id: number;
  created_at: string;
  updated_at: string;
}

/** Newest first. */
export async function listAreas({ orm }: Database, websiteId: number): Promise<Area[]> {
  const rows = await orm
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
