import type { Database, Orm } from '@funnel/db';
import { companyIdentities as table, users } from '@funnel/db/schema';
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { CompanyLogin } from './company-login.ts';
import { normalizeEmail } from './users.ts';

/** Who somebody is at the provider of a company. */
export type CompanyIdentity = typeof table.$inferSelect;

const isIdentity = ({ issuer, subject }: Pick<CompanyIdentity, 'issuer' | 'subject'>) =>
  and(eq(table.issuer, issuer), eq(table.subject, subject));

/** What an identity has that its company confirms. */
export const CONFIRMED = { withdrawnAt: null, withdrawnWhy: null, ownersToldAt: null };

/** Notes that the provider has just signed somebody in, with what asks it later, if it gave that. Everything is theirs again. */
export async function noteSignIn(
  orm: Orm,
  { issuer, clientId }: Pick<CompanyLogin, 'issuer' | 'clientId'>,
  { subject, refreshToken, now }: { subject: string; refreshToken?: Buffer | undefined; now: Date },
): Promise<void> {
  // A token that was refused, or is for another client, would only be refused again.
  const kept = sql`case when ${table.withdrawnAt} is null and ${clientId} = coalesce(${table.clientId}, ${clientId}) then ${table.refreshToken} end`;
  await orm
    .update(table)
    .set({ ...CONFIRMED, clientId, signedInAt: now, checkedAt: now, refreshToken: refreshToken ?? kept })
    .where(isIdentity({ issuer, subject }));
}

/** Notes that the provider still knows somebody, unless they have signed in since it was asked. */
export async function noteAnswer(
  { orm }: Database,
  asked: CompanyIdentity,
  { refreshToken, now }: { refreshToken: Buffer; now: Date },
): Promise<void> {
  await orm
    .update(table)
    .set({ ...CONFIRMED, refreshToken, checkedAt: now })
    .where(and(isIdentity(asked), eq(table.checkedAt, asked.checkedAt)));
}

/** Whether the provider can be asked about the person with an address without their help. */
export async function canBeAskedAbout(
  { orm }: Database,
  { issuer, clientId }: Pick<CompanyLogin, 'issuer' | 'clientId'>,
  email: string,
): Promise<boolean> {
  const rows = await orm
    .select({ subject: table.subject })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(
      and(
        eq(table.issuer, issuer),
        sql`coalesce(${table.clientId}, ${clientId}) = ${clientId}`,
        eq(users.email, normalizeEmail(email)),
        isNotNull(table.refreshToken),
        isNull(table.withdrawnAt),
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
    .select({ issuer: table.issuer, subject: table.subject })
    .from(table)
    // Of a login of before: nobody asks its provider.
    .where(and(lt(table.checkedAt, before), sql`${table.withdrawnWhy} is distinct from 'changed'`))
    .orderBy(asc(table.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return orm
    .update(table)
    .set({ checkedAt: now })
    .where(inArray(sql`(${table.issuer}, ${table.subject})`, due))
    .returning();
}
