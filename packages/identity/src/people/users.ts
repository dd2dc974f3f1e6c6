import { eq } from 'drizzle-orm';
import type { Database, Orm } from '@funnel/db';
import { accountMembers, accounts, users } from '@funnel/db/schema';

export interface User {
  id: number;
  email: string;
}

export interface UserWithPassword extends User {
  passwordHash: string;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  accountId: number;
}

export type CreateUserResult = { user: User } | { error: 'email_taken' | 'unknown_account' };

/** Without NUL, which PostgreSQL's text cannot hold. */
export const normalizeEmail = (email: string): string =>
  email.replaceAll('\0', '').trim().normalize('NFC').toLowerCase();

/**
 * A person and the first account they belong to. An e-mail that is taken is refused: the password of somebody who
 * exists is never replaced here. `addMembership` gives that person the further account.
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

export async function findUser({ orm }: Database, id: number): Promise<User | undefined> {
  const [user] = await orm.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, id));
  return user;
}

async function accountExists(orm: Pick<Orm, 'select'>, accountId: number): Promise<boolean> {
  const [account] = await orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  return account !== undefined;
}
