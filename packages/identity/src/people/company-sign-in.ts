import { randomUUID } from 'node:crypto';
import { type Actor, type Database, type Orm, recordSecurityEvents } from '@funnel/db';
import { accountMembers, companyIdentities, users } from '@funnel/db/schema';
import { isPrinted, mailAddress } from '@funnel/domain';
import { and, eq, sql } from 'drizzle-orm';
import { noteSignIn } from './company-identities.ts';
import type { CompanyLogin } from './company-login.ts';
import { domainOf } from './company-logins.ts';
import { createUserIn, lockAccount } from './members.ts';
import { IS_VERIFIED, normalizeEmail, type User } from './users.ts';

/** Why the provider's word is not enough. */
export type CompanyLoginError =
  | 'removed'
  | 'unreadable'
  | 'unverified_email'
  | 'foreign_domain'
  | 'other_person'
  | 'other_subject';

/** What the provider says about somebody. */
export interface CompanyPerson {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  /** Sealed: asks the provider later. Undefined if it gave none. */
  refreshToken?: Buffer | undefined;
}

/**
 * Who signs in. Somebody new joins the account, if the provider has verified the address. An address that belongs to a person already
 * is linked only if nobody else can be meant: the person is signed in here (`current`), or both sides have verified the address and
 * the person has no other account. Somebody of other accounts who never proved the address loses it. `isOnlyHere`: the person has no other account, so that the word of the company is enough.
 */
export function signInByCompany(
  { orm }: Database,
  {
    login,
    person,
    current,
    now,
  }: { login: CompanyLogin; person: CompanyPerson; current: number | undefined; now: Date },
  by: Actor = {},
): Promise<{ user: User; isOnlyHere: boolean } | { error: CompanyLoginError }> {
  const { accountId, issuer, clientId, domain } = login;
  const { subject, isEmailVerified, refreshToken } = person;
  if (!isSubject(subject)) return Promise.resolve({ error: 'unreadable' });
  return orm.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const known = await userOfIdentity(tx, issuer, subject);
    if (known) {
      const own = await accountsOf(tx, known.id);
      if (!own.includes(accountId)) return { error: 'removed' };
      await noteSignIn(tx, login, { subject, refreshToken, now });
      return { user: known, isOnlyHere: own.length === 1 };
    }
    const stated = (person.email ?? '').trim();
    const email = normalizeEmail(stated);
    if (email === '') return { error: 'unverified_email' };
    if (mailAddress(email) === undefined || email !== lowerCase(stated)) return { error: 'unreadable' };
    if (domainOf(email) !== domain) return { error: 'foreign_domain' };
    const holder = await memberByEmail(tx, email, accountId);
    // Not if the caller is signed in as that person.
    const givesWay =
      holder !== undefined &&
      isEmailVerified &&
      !holder.isVerified &&
      !holder.isMember &&
      holder.id !== current;
    if (givesWay) await releaseAddress(tx, holder, by);
    const existing = givesWay ? undefined : holder;
    const isCurrent = existing !== undefined && existing.id === current && existing.isMember;
    if (!isEmailVerified && !isCurrent) return { error: 'unverified_email' };
    if (existing && !isCurrent && !(existing.isVerified && existing.isOnlyHere))
      return { error: 'other_person' };
    // Somebody else may have the address of a person who has left the company.
    if (existing && !isCurrent && (await hasIdentity(tx, issuer, existing.id)))
      return { error: 'other_subject' };
    const user = existing ?? (await join(tx, email, login, by));
    await tx.insert(companyIdentities).values({
      issuer,
      subject,
      userId: user.id,
      accountId,
      clientId,
      refreshToken,
      signedInAt: now,
      checkedAt: now,
    });
    return { user: { id: user.id, email: user.email }, isOnlyHere: existing?.isOnlyHere ?? true };
  });
}

/** Other letters that have the same small letter, such as the sign for kelvin, are letters of somebody else's address. */
const lowerCase = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Providers choose it; OpenID Connect allows 255 characters. */
function isSubject(text: string): boolean {
  return text !== '' && text.length <= 255 && isPrinted(text);
}

async function userOfIdentity(tx: Orm, issuer: string, subject: string): Promise<User | undefined> {
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(companyIdentities)
    .innerJoin(users, eq(users.id, companyIdentities.userId))
    .where(and(eq(companyIdentities.issuer, issuer), eq(companyIdentities.subject, subject)));
  return user;
}

/** One of a client of before does not count: a provider may call people by other ids for each client. */
async function hasIdentity(tx: Orm, issuer: string, userId: number): Promise<boolean> {
  const rows = await tx
    .select({ subject: companyIdentities.subject })
    .from(companyIdentities)
    .where(
      and(
        eq(companyIdentities.issuer, issuer),
        eq(companyIdentities.userId, userId),
        sql`${companyIdentities.withdrawnWhy} is distinct from 'changed'`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

async function accountsOf(tx: Orm, userId: number): Promise<number[]> {
  const rows = await tx
    .select({ accountId: accountMembers.accountId })
    .from(accountMembers)
    .where(eq(accountMembers.userId, userId));
  return rows.map(({ accountId }) => accountId);
}

async function memberByEmail(tx: Orm, email: string, accountId: number) {
  const [user] = await tx
    .select({ id: users.id, email: users.email, isVerified: IS_VERIFIED })
    .from(users)
    .where(eq(users.email, email));
  if (!user) return undefined;
  const own = await accountsOf(tx, user.id);
  const isMember = own.includes(accountId);
  return { ...user, isMember, isOnlyHere: isMember && own.length === 1 };
}

/** The person, who may be anybody, keeps everything else: nothing of it becomes the company's. */
async function releaseAddress(tx: Orm, { id: userId }: User, by: Actor): Promise<void> {
  const email = `set-aside-${randomUUID()}@set-aside.invalid`;
  await tx.update(users).set({ email, updatedAt: sql`now()` }).where(eq(users.id, userId));
  const own = await accountsOf(tx, userId);
  const events = own.length > 0 ? own.map((accountId) => ({ userId, accountId })) : [{ userId }];
  await recordSecurityEvents(
    tx,
    ...events.map((event) => ({ ...by, ...event, kind: 'address_released' as const })),
  );
}

async function join(
  tx: Orm,
  email: string,
  { accountId, role, websiteIds }: CompanyLogin,
  by: Actor,
): Promise<User> {
  const newUser = { email, passwordHash: null, accountId, role, websiteIds, isVerified: true };
  const created = await createUserIn(tx, newUser, by);
  if ('error' in created) throw new Error(`Nobody can join by the company: ${created.error}`);
  return created.user;
}
