import type { Database } from '@funnel/db';
import { authorizationRecords, grantWebsites, shareLinks } from '@funnel/db/schema';
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { inScope, isManagedBy, type LinkScope } from './list-share-links.ts';

/**
 * Revokes a link: whoever has it open sees nothing more, since each check of a token asks for its link. Returns false if the person may
 * not, or it was revoked before.
 */
export function revokeShareLink(
  database: Pick<Database, 'sql'>,
  scope: LinkScope,
  id: number,
  by: Actor = {},
): Promise<boolean> {
  return inScope(database, scope, async (orm) => {
    const { userId, accountId, websiteId } = shareLinks;
    const [revoked] = await orm
      .update(shareLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(shareLinks.id, id), isNull(shareLinks.revokedAt), isManagedBy(orm, scope)))
      .returning({ userId, accountId, websiteId });
    if (!revoked) return false;
    await recordSecurityEvents(orm, {
      ...by,
      kind: 'share_link_revoked',
      userId: revoked.userId,
      accountId: revoked.accountId,
      websiteIds: [revoked.websiteId],
      details: { link: id },
    });
    return true;
  });
}

/** Deletes links that ended before a time, with their openings and grants: until then the list has them. Returns how many. */
export function deleteEndedShareLinks({ orm }: Pick<Database, 'orm'>, endedBefore: Date): Promise<number> {
  const { grantIdHash, expiresAt, revokedAt } = shareLinks;
  return orm.transaction(async (tx) => {
    const deleted = await tx
      .delete(shareLinks)
      .where(or(lt(expiresAt, endedBefore), lt(revokedAt, endedBefore)))
      .returning({ grantIdHash });
    const grants = deleted.map((link) => link.grantIdHash);
    if (grants.length === 0) return 0;
    await tx.delete(grantWebsites).where(inArray(grantWebsites.grantIdHash, grants));
    const { model, idHash } = authorizationRecords;
    await tx.delete(authorizationRecords).where(and(eq(model, 'Grant'), inArray(idHash, grants)));
    return deleted.length;
  });
}
