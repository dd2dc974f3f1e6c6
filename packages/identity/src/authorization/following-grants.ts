import type { Orm } from '@funnel/db';
import { authorizationRecords, grantWebsites } from '@funnel/db/schema';
import { and, desc, eq, inArray, or } from 'drizzle-orm';

/**
 * Ends the grants that follow a person, with immediate effect, but for the newest `keep`: the person's sign-ins at the dashboard. Who
 * is still signed in here gets a new one without a question.
 */
export async function endFollowingGrants(tx: Orm, userId: number, { keep = 0 } = {}): Promise<void> {
  const { grantIdHash, followsPerson, createdAt } = grantWebsites;
  const surplus = tx
    .select({ grantIdHash })
    .from(grantWebsites)
    .where(and(eq(grantWebsites.userId, userId), followsPerson))
    .orderBy(desc(createdAt), grantIdHash)
    .offset(keep);
  const ended = await tx
    .delete(grantWebsites)
    .where(inArray(grantIdHash, surplus))
    .returning({ grantIdHash });
  const hashes = ended.map((row) => row.grantIdHash);
  if (hashes.length === 0) return;
  const { model, idHash, grantIdHash: grantOf } = authorizationRecords;
  const isGrant = and(eq(model, 'Grant'), inArray(idHash, hashes));
  await tx.delete(authorizationRecords).where(or(isGrant, inArray(grantOf, hashes)));
}
