import {
  type Actor,
  type Connection,
  type Database,
  IS_OWNER,
  type MemberRole,
  type Orm,
  ormOn,
  recordSecurityEvents,
} from '@funnel/db';
import { accountMembers, accounts, users } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { int4 } from '@funnel/db/sql';
import { and, eq, ne, sql } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { endInvitationsFor, endInvitationsOf } from './one-time-links.ts';
import { unmatchableHash } from '@funnel/secrets';
import { endCompanySessions } from './sessions.ts';
import { findUser, normalizeEmail, type User } from './users.ts';

/** The roles, the most powerful first. */
export const MEMBER_ROLES: readonly MemberRole[] = ['owner', 'member', 'reader'];

export interface NewUser {
  email: string;
  /** Null for somebody who signs in otherwise. */
  passwordHash: string | null;
  accountId: number;
  /** Whether the operator says that the address belongs to the person. */
  isVerified?: boolean | undefined;
  /** The only websites that the person sees; all by default. */
  websiteIds?: readonly WebsiteId[] | null | undefined;
  /** By default the first person of an account becomes its owner, the others members. */
  role?: MemberRole | undefined;
}

export interface MemberRights {
  role?: MemberRole | undefined;
  /** The only websites that the person sees; null for all. An owner sees all. */
  websiteIds?: readonly WebsiteId[] | null | undefined;
}

/** A person's place in an account. */
export interface Membership {
  userId: number;
  accountId: number;
}

export type CreateUserResult = { user: User } | { error: 'email_taken' | 'unknown_account' };

const shrinkGrants = statement('shrink-grants', { user: int4() }, {});

/**
 * Creates a user in an account. Rejects an email that is already taken, so that nobody's password is replaced; use
 * `addMembership` to add an existing user to another account.
 */
export function createUser(
  { orm }: Pick<Database, 'orm'>,
  newUser: NewUser,
  by: Actor = {},
): Promise<CreateUserResult> {
  return orm.transaction((tx) => createUserIn(tx, newUser, by));
}

export async function createUserIn(tx: Orm, newUser: NewUser, by: Actor): Promise<CreateUserResult> {
  const { passwordHash, accountId } = newUser;
  if (!(await lockAccount(tx, accountId))) return { error: 'unknown_account' };
  const [user] = await tx
    .insert(users)
    .values({
      email: normalizeEmail(newUser.email),
      passwordHash: passwordHash ?? unmatchableHash(),
      hasPassword: passwordHash !== null,
      emailVerifiedAt: newUser.isVerified ? sql`now()` : null,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, email: users.email });
  if (!user) return { error: 'email_taken' };
  const role = newUser.role ?? (await nextRole(tx, accountId));
  const websiteIds = newUser.websiteIds ? [...newUser.websiteIds] : null;
  await tx.insert(accountMembers).values({ accountId, userId: user.id, role, websiteIds });
  // Who comes from somewhere, by an invitation or a company, adds themselves; the operator comes from nowhere.
  const actor = by.address ? { actorId: user.id, ...by } : by;
  const event = { ...actor, userId: user.id, accountId, details: detailsOf(role, websiteIds) };
  await recordSecurityEvents(tx, { ...event, kind: 'person_added' }, { ...event, kind: 'member_added' });
  return { user };
}

function detailsOf(role: MemberRole, websiteIds: readonly WebsiteId[] | null) {
  return { role, ...(websiteIds && { websites: websiteIds.join(' ') }) };
}

/** What became of somebody who is to join an account. */
export type AddOutcome = 'added' | 'role_changed' | 'already_member' | 'unknown_account' | 'last_owner';

/** Adds a user to an account. The rights of a member change only as far as they are given. */
export function addMembership(
  database: Database,
  membership: Membership & MemberRights,
  by: Actor = {},
): Promise<AddOutcome> {
  return database.sql.begin((transaction) => addMembershipIn(transaction, membership, by));
}

export async function addMembershipIn(
  transaction: Connection,
  { userId, accountId, ...rights }: Membership & MemberRights,
  by: Actor,
): Promise<AddOutcome> {
  const tx = ormOn(transaction);
  if (!(await lockAccount(tx, accountId))) return 'unknown_account';
  if (await memberOf(tx, { userId, accountId })) {
    const outcome = await changeIn(transaction, { userId, accountId, ...rights }, by);
    return ({ changed: 'role_changed', unchanged: 'already_member', last_owner: 'last_owner' } as const)[
      outcome
    ];
  }
  const role = rights.role ?? (await nextRole(tx, accountId));
  const websiteIds = rights.websiteIds && role !== 'owner' ? [...rights.websiteIds] : null;
  await tx.insert(accountMembers).values({ userId, accountId, role, websiteIds });
  await endCompanySessions(tx, userId);
  await recordSecurityEvents(tx, {
    ...by,
    kind: 'member_added',
    userId,
    accountId,
    details: detailsOf(role, websiteIds),
  });
  return 'added';
}

/**
 * Changes what a member may do. What they granted of websites that they no longer see ends; who becomes a reader loses what
 * they granted of the account, because it may have more rights than a reader.
 */
export function changeMember(
  database: Database,
  change: Membership & MemberRights,
  by: Actor = {},
): Promise<'changed' | 'unchanged' | 'not_owner' | 'last_owner'> {
  return database.sql.begin(async (transaction) => {
    if (!(await mayChange(ormOn(transaction), change.accountId, by))) return 'not_owner';
    return changeIn(transaction, change, by);
  });
}

/** Whether somebody still owns an account, or is the operator. Of two owners who remove each other at the same time, one stays. */
async function mayChange(tx: Orm, accountId: number, { actorId }: Actor): Promise<boolean> {
  if (!(await lockAccount(tx, accountId))) return false;
  if (actorId === null || actorId === undefined) return true;
  return (await memberOf(tx, { userId: actorId, accountId }))?.role === 'owner';
}

async function changeIn(
  transaction: Connection,
  { userId, accountId, ...rights }: Membership & MemberRights,
  by: Actor,
): Promise<'changed' | 'unchanged' | 'last_owner'> {
  const tx = ormOn(transaction);
  const member = await memberOf(tx, { userId, accountId });
  if (!member) return 'unchanged';
  const role = rights.role ?? member.role;
  const asked = rights.websiteIds === undefined ? member.websiteIds : rights.websiteIds;
  const websiteIds = asked && role !== 'owner' ? [...asked].sort((one, other) => one - other) : null;
  if (role === member.role && String(websiteIds) === String(member.websiteIds)) return 'unchanged';
  if (member.role === 'owner' && role !== 'owner' && (await isLastOwner(tx, { userId, accountId })))
    return 'last_owner';
  const isMembership = isMember({ userId, accountId });
  if (role === 'reader' && member.role !== 'reader') {
    await tx.delete(accountMembers).where(isMembership);
    await shrinkGrants(transaction, { user: userId });
    await tx.insert(accountMembers).values({ userId, accountId, role, websiteIds });
  } else {
    await tx.update(accountMembers).set({ role, websiteIds }).where(isMembership);
    await shrinkGrants(transaction, { user: userId });
  }
  if (role !== 'owner') await endInvitationsOf(tx, userId, accountId);
  await recordSecurityEvents(tx, {
    ...by,
    kind: 'member_changed',
    userId,
    accountId,
    details: detailsOf(role, websiteIds),
  });
  return 'changed';
}

async function memberOf(tx: Orm, membership: Membership) {
  const [member] = await tx.select().from(accountMembers).where(isMember(membership));
  return member;
}

/** What became of a wish to leave: an account keeps its last owner, and only an owner or the operator decides. */
export type LeaveOutcome = 'left' | 'no_member' | 'not_owner' | 'last_owner';

/** Removes a user from an account. What they granted of its websites ends with it. */
export function leaveAccount(
  database: Database,
  membership: Membership,
  by: Actor = {},
): Promise<LeaveOutcome> {
  return database.sql.begin((transaction) => leaveAccountIn(transaction, membership, by));
}

export async function leaveAccountIn(
  transaction: Connection,
  membership: Membership,
  by: Actor,
): Promise<LeaveOutcome> {
  const { userId, accountId } = membership;
  const tx = ormOn(transaction);
  if (!(await mayChange(tx, accountId, by))) return 'not_owner';
  const member = await memberOf(tx, membership);
  if (!member) return 'no_member';
  if (member.role === 'owner' && (await isLastOwner(tx, membership))) return 'last_owner';
  await tx.delete(accountMembers).where(isMember(membership));
  await shrinkGrants(transaction, { user: userId });
  await endCompanySessions(tx, userId);
  await endInvitationsOf(tx, userId, accountId);
  const person = await findUser({ orm: tx }, userId);
  if (person) await endInvitationsFor(tx, person.email, accountId);
  await recordSecurityEvents(tx, { ...by, kind: 'member_removed', userId, accountId });
  return 'left';
}

async function isLastOwner(tx: Orm, { userId, accountId }: Membership): Promise<boolean> {
  const [other] = await tx
    .select({ userId: accountMembers.userId })
    .from(accountMembers)
    .where(and(eq(accountMembers.accountId, accountId), IS_OWNER, ne(accountMembers.userId, userId)))
    .limit(1);
  return other === undefined;
}

function isMember({ userId, accountId }: Membership) {
  return and(eq(accountMembers.userId, userId), eq(accountMembers.accountId, accountId));
}

/** Any number will do: it tells these locks from others. */
const MEMBERS_LOCK = 7_203_119;

/** Changes the members of an account one after the other, so that two people cannot both become its first. */
export async function lockAccount(orm: Orm, accountId: number): Promise<boolean> {
  await orm.execute(sql`select pg_advisory_xact_lock(${MEMBERS_LOCK}, ${accountId})`);
  const [account] = await orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  return account !== undefined;
}

async function nextRole(orm: Orm, accountId: number): Promise<MemberRole> {
  const [first] = await orm
    .select({ userId: accountMembers.userId })
    .from(accountMembers)
    .where(eq(accountMembers.accountId, accountId))
    .limit(1);
  return first ? 'member' : 'owner';
}
