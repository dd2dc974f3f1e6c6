import { type Database, ormOn } from '@funnel/db';
import { companyIdentities, users } from '@funnel/db/schema';
import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { recordSecurityEvents } from '../audit/security-events.ts';
import { leaveAccount } from './members.ts';
import { normalizeEmail } from './users.ts';

/** Who somebody is at the provider of a company. */
export type CompanyIdentity = typeof companyIdentities.$inferSelect;

const isIdentity = ({ issuer, subject }: Pick<CompanyIdentity, 'issuer' | 'subject'>) =>
  and(eq(companyIdentities.issuer, issuer), eq(companyIdentities.subject, subject));

/** Notes that the provider still knows somebody, with what asks it next time, if it gave that. */
export async function noteIdentity(
  { orm }: Database,
  {
    issuer,
    subject,
    ...seen
  }: Pick<CompanyIdentity, 'issuer' | 'subject' | 'checkedAt'> &
    Partial<Pick<CompanyIdentity, 'refreshToken' | 'signedInAt'>>,
): Promise<void> {
  await orm.update(companyIdentities).set(seen).where(isIdentity({ issuer, subject }));
}

/** Whether the provider can be asked about the person with an address without their help. */
export async function canBeAskedAbout({ orm }: Database, issuer: string, email: string): Promise<boolean> {
  const rows = await orm
    .select({ subject: companyIdentities.subject })
    .from(companyIdentities)
    .innerJoin(users, eq(users.id, companyIdentities.userId))
    .where(
      and(
        eq(companyIdentities.issuer, issuer),
        eq(users.email, normalizeEmail(email)),
        isNotNull(companyIdentities.refreshToken),
      ),
    );
  return rows.length > 0;
}

/** Takes some identities that were checked before a time, the oldest first, so that no other process asks about them too. */
export function claimIdentities(
  { orm }: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<CompanyIdentity[]> {
  const due = orm
    .select({ issuer: companyIdentities.issuer, subject: companyIdentities.subject })
    .from(companyIdentities)
    .where(lt(companyIdentities.checkedAt, before))
    .orderBy(asc(companyIdentities.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return orm
    .update(companyIdentities)
    .set({ checkedAt: now })
    .where(inArray(sql`(${companyIdentities.issuer}, ${companyIdentities.subject})`, due))
    .returning();
}

/** The company no longer knows somebody: they leave its account, with what they granted. A session by its word ends with that. */
export async function leaveByCompany(database: Database, identity: CompanyIdentity): Promise<void> {
  const { userId, accountId } = identity;
  await leaveAccount(database, { userId, accountId });
  await database.sql.begin(async (transaction) => {
    const tx = ormOn(transaction);
    const left = await tx.delete(companyIdentities).where(isIdentity(identity)).returning();
    if (left.length > 0) await recordSecurityEvents(tx, [{ kind: 'company_person_left', userId, accountId }]);
  });
}
