import type { Database, Orm } from '@funnel/db';
import { accountMembers, accounts, users, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';

/** A person who can log in. */
export interface User {
  id: number;
  email: string;
}

/** A user and the hash of their password. */
export interface UserWithPassword extends User {
  passwordHash: string;
}

/** The user to create, and the account they join. */
export interface NewUser {
  email: string;
  passwordHash: string;
  accountId: number;
}

/** The new user, or the reason why there is none. */
export type CreateUserResult = { user: User } | { error: 'email_taken' | 'unknown_account' };

/** A website that a user may see. */
export interface UserWebsite {
  id: WebsiteId;
  name: string;
  accountName: string;
}

/** Trims and lower-cases an email address. Removes NUL, which PostgreSQL text cannot store. */
export const normalizeEmail = (email: string): string =>
  email.replaceAll('\0', '').trim().normalize('NFC').toLowerCase();

/**
 * Creates a user in an account. Rejects an email that is already taken, so that nobody's password is replaced; use
 * `addMembership` to add an existing user to another account.
 */
export function createUser({ orm }: Database, newUser: NewUser): Promise<CreateUserResult> {
  const { passwordHash, accountId } = newUser;
  return orm.transaction(async (tx) => {
    if (!(await accountExists(tx, accountId))) return { error: 'unknown_account' };
    const [user] = await tx
      .insert(users)
      .values({ email: normalizeEmail(newUser.email), passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id, email: users.email });
    if (!user) return { error: 'email_taken' };
    await tx.insert(accountMembers).values({ accountId, userId: user.id });
    return { user };
  });
}

/** Adds a user to an account. */
export function addMembership(
  { orm }: Database,
  membership: { userId: number; accountId: number },
): Promise<'added' | 'already_member' | 'unknown_account'> {
  return orm.transaction(async (tx) => {
    if (!(await accountExists(tx, membership.accountId))) return 'unknown_account';
    const added = await tx.insert(accountMembers).values(membership).onConflictDoNothing().returning();
    return added.length > 0 ? 'added' : 'already_member';
  });
}

/** Finds a user by email, in any case. */
export async function findUserByEmail(
  { orm }: Database,
  email: string,
): Promise<UserWithPassword | undefined> {
  const [user] = await orm
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)));
  return user;
}

/** Finds a user by id. */
export async function findUser({ orm }: Database, id: number): Promise<User | undefined> {
  const [user] = await orm.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, id));
  return user;
}

/** Lists what a user may see and grant: the websites of their accounts, ordered by account. */
export function websitesOfUser({ orm }: Database, userId: number): Promise<UserWebsite[]> {
  return orm
    .select({ id: websites.id, name: websites.name, accountName: accounts.name })
    .from(accountMembers)
    .innerJoin(accounts, eq(accounts.id, accountMembers.accountId))
    .innerJoin(websites, eq(websites.accountId, accounts.id))
    .where(eq(accountMembers.userId, userId))
    .orderBy(asc(accounts.name), asc(accounts.id), asc(websites.name), asc(websites.id));
}

async function accountExists(orm: Orm, accountId: number): Promise<boolean> {
  const [account] = await orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  return account !== undefined;
}
