import {
  type Actor,
  type Connection,
  type Database,
  type MemberRole,
  ormOn,
  recordSecurityEvents,
} from '@funnel/db';
import { accountMembers, accounts, users } from '@funnel/db/schema';
import { int4 } from '@funnel/db/sql';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { endInvitationsFor, endInvitationsOf, endPasswordLinks } from './one-time-links.ts';
import { IS_VERIFIED, type KnownUser, type User } from './users.ts';

/** A person as the operator sees them. */
export interface ListedUser extends KnownUser {
  createdAt: Date;
  memberships: { accountId: number; accountName: string; role: MemberRole }[];
}

const endAccess = statement('end-access', { user: int4() }, { grants: int4() });

/** Lists all people, ordered by e-mail. */
export async function listUsers({ orm }: Database): Promise<ListedUser[]> {
  const rows = await orm
    .select({
      id: users.id,
      email: users.email,
      isVerified: IS_VERIFIED,
      createdAt: users.createdAt,
      accountId: accountMembers.accountId,
      accountName: accounts.name,
      role: accountMembers.role,
    })
    .from(users)
    .leftJoin(accountMembers, eq(accountMembers.userId, users.id))
    .leftJoin(accounts, eq(accounts.id, accountMembers.accountId))
    .orderBy(asc(users.email), asc(accountMembers.accountId));
  const people = new Map<number, ListedUser>();
  for (const { accountId, accountName, role, ...known } of rows) {
    const { id } = known;
    const person = people.get(id) ?? { ...known, memberships: [] };
    people.set(id, person);
    if (accountId !== null && accountName !== null && role !== null)
      person.memberships.push({ accountId, accountName, role });
  }
  return [...people.values()];
}

/** The operator's word that an address belongs to its person. */
export async function verifyAddress(
  { orm }: Database,
  { id }: Pick<User, 'id'>,
  by: Actor = {},
): Promise<void> {
  await orm.transaction(async (tx) => {
    const verified = await tx
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(and(eq(users.id, id), isNull(users.emailVerifiedAt)))
      .returning({ id: users.id });
    await recordSecurityEvents(
      tx,
      ...verified.map(() => ({ ...by, kind: 'address_verified' as const, userId: id })),
    );
  });
}

/** Changes a password, and ends every session, grant and token of the person: the old password may have leaked. */
export async function changePassword(
  database: Database,
  { id, passwordHash }: { id: number; passwordHash: string },
  by: Actor = {},
): Promise<void> {
  await database.sql.begin((transaction) => changePasswordIn(transaction, { id, passwordHash }, by));
}

export async function changePasswordIn(
  transaction: Connection,
  { id, passwordHash }: { id: number; passwordHash: string },
  by: Actor,
): Promise<void> {
  const tx = ormOn(transaction);
  await tx
    .update(users)
    .set({ passwordHash, hasPassword: true, updatedAt: sql`now()` })
    .where(eq(users.id, id));
  await endAccess(transaction, { user: id });
  await endPasswordLinks(tx, id);
  await recordSecurityEvents(tx, { ...by, kind: 'password_changed', userId: id });
}

/** Removes a user, with their sessions, grants and tokens. */
export async function removeUser(
  database: Database,
  { id }: Pick<User, 'id'>,
  by: Actor = {},
): Promise<void> {
  await database.sql.begin(async (transaction) => {
    const tx = ormOn(transaction);
    await endAccess(transaction, { user: id });
    await endInvitationsOf(tx, id);
    await endPasswordLinks(tx, id);
    const memberships = await tx.delete(accountMembers).where(eq(accountMembers.userId, id)).returning();
    const [person] = await tx.delete(users).where(eq(users.id, id)).returning({ email: users.email });
    if (person) await endInvitationsFor(tx, person.email);
    await recordSecurityEvents(
      tx, // For the owners of these accounts.
      ...memberships.map(({ accountId }) => ({
        ...by,
        kind: 'member_removed' as const,
        userId: id,
        accountId,
      })),
      { ...by, kind: 'person_removed', userId: id },
    );
  });
}
