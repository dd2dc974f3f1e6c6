import { type Actor, type Database, recordSecurityEvents } from '@funnel/db';
import { companyIdentities, companyLogins as table } from '@funnel/db/schema';
import { and, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { CompanyLogin } from './company-login.ts';
import { normalizeEmail } from './users.ts';
import { endCompanyAccess, settleIdentities } from './withdrawn.ts';

const { domainVerifiedAt, createdAt: _created, updatedAt: _updated, ...stored } = getTableColumns(table);
const COLUMNS = { ...stored, isVerified: sql<boolean>`${domainVerifiedAt} is not null` };

/** Whether a text can be the domain of e-mail addresses. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text);
}

export function companyLogins(
  { orm }: Pick<Database, 'orm'>,
  accountIds: readonly number[],
): Promise<CompanyLogin[]> {
  return orm
    .select(COLUMNS)
    .from(table)
    .where(inArray(table.accountId, [...accountIds]));
}

export async function hasCompanyLogins({ orm }: Database): Promise<boolean> {
  const rows = await orm
    .select({ id: table.accountId })
    .from(table)
    .where(isNotNull(table.domainVerifiedAt))
    .limit(1);
  return rows.length > 0;
}

/** The company login for an e-mail address, if its domain is verified. */
export async function findCompanyLogin(
  { orm }: Pick<Database, 'orm'>,
  email: string,
): Promise<CompanyLogin | undefined> {
  const [found] = await orm
    .select(COLUMNS)
    .from(table)
    .where(and(eq(table.domain, domainOf(email)), isNotNull(table.domainVerifiedAt)));
  return found;
}

/** The verified company login that is responsible for a person: that of their identity, or of their domain. */
export async function companyLoginFor(
  { orm }: Database,
  { issuer, subject, email = '' }: { issuer: string; subject: string; email?: string | undefined },
): Promise<CompanyLogin | undefined> {
  const isKnown = sql`${table.accountId} in (
    select i.account_id from company_identities as i where i.issuer = ${issuer} and i.subject = ${subject})`;
  const [found] = await orm
    .select(COLUMNS)
    .from(table)
    .where(
      and(
        eq(table.issuer, issuer),
        isNotNull(table.domainVerifiedAt),
        or(isKnown, eq(table.domain, domainOf(email))),
      ),
    )
    .orderBy(sql`${isKnown} desc`)
    .limit(1);
  return found;
}

/**
 * Sets up the company login of an account. Another provider or domain must be confirmed again. With another provider or client everybody
 * who came by the former one is signed out, and has to sign in anew; if the former one comes back, they need not.
 */
export async function saveCompanyLogin(
  { orm }: Database,
  { isVerified: _computed, ...login }: CompanyLogin,
  by: Actor = {},
): Promise<void> {
  const { accountId, issuer, domain } = login;
  await orm.transaction(async (tx) => {
    const isSame = sql`${table.issuer} = ${issuer} and ${table.domain} = ${domain}`;
    await tx
      .insert(table)
      .values(login)
      .onConflictDoUpdate({
        target: table.accountId,
        set: {
          ...login,
          domainVerifiedAt: sql`case when ${isSame} then ${table.domainVerifiedAt} end`,
          updatedAt: sql`now()`,
        },
      });
    await settleIdentities(tx, accountId);
    const details = { issuer, domain };
    await recordSecurityEvents(tx, { ...by, kind: 'company_login_changed', accountId, details });
  });
}

/** Removes the company login of an account. Its people stay, are signed out and need a password, which the operator lets them choose. */
export async function removeCompanyLogin(
  { orm }: Database,
  accountId: number,
  by: Actor = {},
): Promise<void> {
  await orm.transaction(async (tx) => {
    const removed = await tx.delete(table).where(eq(table.accountId, accountId)).returning();
    if (removed.length === 0) return;
    const ended = await tx
      .delete(companyIdentities)
      .where(eq(companyIdentities.accountId, accountId))
      .returning({ userId: companyIdentities.userId });
    await endCompanyAccess(
      tx,
      ended.map(({ userId }) => userId),
    );
    const details = { removed: true };
    await recordSecurityEvents(tx, { ...by, kind: 'company_login_changed', accountId, details });
  });
}

/** The operator's word that a domain belongs to the company of an account. */
export function verifyCompanyDomain(
  { orm }: Database,
  { accountId, domain }: { accountId: number; domain: string },
  by: Actor = {},
): Promise<'verified' | 'unknown' | 'taken'> {
  return orm.transaction(async (tx) => {
    const others = await tx
      .select({ id: table.accountId })
      .from(table)
      .where(and(eq(table.domain, domain), isNotNull(table.domainVerifiedAt)));
    if (others.some(({ id }) => id !== accountId)) return 'taken';
    const verified = await tx
      .update(table)
      .set({ domainVerifiedAt: sql`now()` })
      .where(and(eq(table.accountId, accountId), eq(table.domain, domain)))
      .returning({ id: table.accountId });
    if (verified.length === 0) return 'unknown';
    await recordSecurityEvents(tx, {
      ...by,
      kind: 'company_domain_verified',
      accountId,
      details: { domain },
    });
    return 'verified';
  });
}

/** The domain of an address, in the spelling in which it is stored. */
export function domainOf(email: string): string {
  return normalizeEmail(email).split('@').at(-1) ?? '';
}
