import type { Database } from '@funnel/db';

/** Lets the keys of some websites, or of all, work again. The database does not allow it; the owner of the server switches that off. */
export async function reviveKeys({ sql }: Database, websiteId?: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      update websites set api_key_ended_at = null where ${websiteId === undefined ? sql`true` : sql`id = ${websiteId}`}`;
  });
}
