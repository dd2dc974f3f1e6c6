import { type Database, ormOn } from '@funnel/db';
import { shareLinks } from '@funnel/db/schema';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { endGrant } from '../authorization/end-grant.ts';
import { isManagedBy } from './list-share-links.ts';

/**
 * Revokes a link: whoever has it open sees nothing more. Returns false if the person may not, or it was revoked before.
 */
export function revokeShareLink(
  database: Database,
  { userId, id }: { userId: number; id: number },
  by: Actor = {},
): Promise<boolean> {
  return database.sql.begin(async (transaction) => {
    const orm = ormOn(transaction);
    const [revoked] = await orm
      .update(shareLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(shareLinks.id, id), isNull(shareLinks.revokedAt), isManagedBy({ orm }, userId)))
      .returning();
    if (!revoked) return false;
    await endGrant(transaction, { grantIdHash: revoked.grantIdHash });
    const { accountId, websiteId } = revoked;
    await recordSecurityEvents(orm, {
      ...by,
      kind: 'share_link_revoked',
      userId: revoked.userId,
      accountId,
      websiteIds: [websiteId],
      details: { link: id },
    });
    return true;
  });
}

/** Deletes links that ended before a time, with their openings: until then the list has them. Returns how many. */
export async function deleteEndedShareLinks(
  { orm }: Pick<Database, 'orm'>,
  endedBefore: Date,
): Promise<number> {
  const { id, expiresAt, revokedAt } = shareLinks;
  const deleted = await orm
    .delete(shareLinks)
    .where(or(lt(expiresAt, endedBefore), lt(revokedAt, endedBefore)))
    .returning({ id });
  return deleted.length;
}
