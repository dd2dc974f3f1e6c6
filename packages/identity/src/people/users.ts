import type { Database, MemberRole } from '@funnel/db';
import { accountMembers, accounts, users, websites } from '@funnel/db/schema';
import { mailAddress, type WebsiteId } from '@funnel/domain';
import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';

/** A person who can log in. */
export interface User {
  id: number;
  email: string;
}

/** A person, and whether the address is known to be theirs: an owner can invite an address that belongs to somebody else. */
export interface KnownUser extends User {
  isVerified: boolean;
}

export interface UserWithPassword extends KnownUser {
  passwordHash: string;
}

export interface UserWebsite {
  id: WebsiteId;
  name: string;
  accountId: number;
  accountName: string;
  /** Of the person in the account. */
  role: MemberRole;
}

/** Trims and lower-cases a text. Removes NUL, which PostgreSQL text cannot store. */
const asWritten = (email: string): string => email.replaceAll('\0', '').trim().normalize('NFC').toLowerCase();

/** An e-mail address in the spelling in which it is stored; anything else as it is written. */
export function normalizeEmail(email: string): string {
  const written = asWritten(email);
  return mailAddress(written) ?? written;
}

/** Whether the operator, or a mail, has confirmed the address. */
export const IS_VERIFIED = sql<boolean>`${users.emailVerifiedAt} is not null`;

/** Finds a user by email, in any case and spelling of the domain. */
export async function findUserByEmail(
  { orm }: Pick<Database, 'orm'>,
  email: string,
): Promise<UserWithPassword | undefined> {
  const [user] = await orm
    .select({ id: users.id, email: users.email, isVerified: IS_VERIFIED, passwordHash: users.passwordHash })
    .from(users)
    // Domains of before were stored as they were written.
    .where(inArray(users.email, [normalizeEmail(email), asWritten(email)]))
    .orderBy(desc(eq(users.email, asWritten(email))))
    .limit(1);
  return user;
}

export async function findUser({ orm }: Pick<Database, 'orm'>, id: number): Promise<KnownUser | undefined> {
  const [user] = await orm
    .select({ id: users.id, email: users.email, isVerified: IS_VERIFIED })
    .from(users)
    .where(eq(users.id, id));
  return user;
}

export async function websitesOfAccount({ orm }: Database, accountId: number): Promise<WebsiteId[]> {
  const rows = await orm.select({ id: websites.id }).from(websites).where(eq(websites.accountId, accountId));
  return rows.map(({ id }) => id);
}

/** A member sees all websites of the account, or only some. */
export const MAY_SEE = or(
  isNull(accountMembers.websiteIds),
  sql`${websites.id} = any (${accountMembers.websiteIds})`,
);

/** Lists what a user may see and let applications read: the websites of their accounts, ordered by account. */
export function websitesOfUser({ orm }: Pick<Database, 'orm'>, userId: number): Promise<UserWebsite[]> {
  return orm
    .select({
      id: websites.id,
      name: websites.name,
      accountId: accounts.id,
      accountName: accounts.name,
      role: accountMembers.role,
    })
    .from(accountMembers)
    .innerJoin(accounts, eq(accounts.id, accountMembers.accountId))
    .innerJoin(websites, and(eq(websites.accountId, accounts.id), MAY_SEE))
    .where(eq(accountMembers.userId, userId))
    .orderBy(asc(accounts.name), asc(accounts.id), asc(websites.name), asc(websites.id));
}
