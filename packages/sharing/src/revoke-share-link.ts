import { type Actor, type Database, recordSecurityEvents } from '@funnel/db';
import { shareLinks } from '@funnel/db/schema';
import { and, eq, isNull, sql } from 'drizzle-orm';
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
