import { type Actor, type Database, type MemberRole, type Orm, recordSecurityEvents } from '@funnel/db';
import { authorizationRecords, users } from '@funnel/db/schema';
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { newSecret, secretHash } from '@funnel/secrets';
import type { WebsiteId } from '@funnel/domain';
import { normalizeEmail } from './users.ts';

/** What a link lets its holder do, once. */
export type LinkPurpose = { kind: 'password'; userId: number } | Invitation;

/** A place in an account for one address. */
interface Invitation {
  kind: 'invitation';
  accountId: number;
  role: MemberRole;
  /** Who may use it. */
  email: string;
  /** The only websites that the person will see; all by default. */
  websiteIds?: readonly WebsiteId[] | undefined;
}

/** An invitation that nobody has used. */
export interface OpenInvitation {
  /** Tells it from others; not the link. */
  id: string;
  accountId: number;
  role: MemberRole;
  /** Who may use it. */
  email: string;
  /** The e-mail of its maker. */
  madeBy: string;
  expiresAt: Date;
}

const MODEL = 'OneTimeLink';
const LIFE_HOURS = 48;
const { model, idHash, payload, expiresAt } = authorizationRecords;

/** Makes a link that works once, within two days, as long as its maker may make it. Returns its secret; only the hash is stored. */
export async function createLink({ orm }: Database, purpose: LinkPurpose, by: Actor = {}): Promise<string> {
  const secret = newSecret();
  await orm.transaction(async (tx) => {
    await tx.insert(authorizationRecords).values({
      model: MODEL,
      idHash: secretHash(secret),
      payload: { ...normalized(purpose), madeBy: by.actorId ?? null },
      expiresAt: sql`now() + make_interval(hours => ${LIFE_HOURS})`,
    });
    await recordSecurityEvents(
      tx,
      purpose.kind === 'password'
        ? { ...by, kind: 'password_link_created', userId: purpose.userId }
        : // Not whom: the log names only people who exist.
          { ...by, kind: 'member_invited', accountId: purpose.accountId, details: { role: purpose.role } },
    );
  });
  return secret;
}

function normalized(purpose: LinkPurpose): LinkPurpose {
  return purpose.kind === 'invitation' ? { ...purpose, email: normalizeEmail(purpose.email) } : purpose;
}

/** What a link is for; undefined if it was used, has expired or never existed. */
export async function findLink(
  { orm }: Pick<Database, 'orm'>,
  secret: string,
): Promise<LinkPurpose | undefined> {
  const [link] = await orm.select({ payload }).from(authorizationRecords).where(isLive(secret));
  return link && purposeOf(link.payload);
}

/** Uses a link up: of two who use it at the same time, one gets its purpose. */
export async function useLink(
  { orm }: Pick<Database, 'orm'>,
  secret: string,
): Promise<LinkPurpose | undefined> {
  const [link] = await orm.delete(authorizationRecords).where(isLive(secret)).returning({ payload });
  return link && purposeOf(link.payload);
}

function purposeOf(stored: Record<string, unknown>): LinkPurpose | undefined {
  const { madeBy: _maker, ...purpose } = stored as LinkPurpose & { madeBy?: number };
  // An invitation of the time when anybody could use it.
  return purpose.kind === 'invitation' && !purpose.email ? undefined : purpose;
}

const INVITATION_ID = sql<string>`encode(substring(${idHash} from 1 for 12), 'hex')`;
const isOpen = gt(expiresAt, sql`now()`);
const kindIs = (kind: LinkPurpose['kind']) => and(eq(model, MODEL), sql`${payload}->>'kind' = ${kind}`);
const isInvitation = kindIs('invitation');
const toAccount = (accountId: number) => sql`(${payload}->>'accountId')::int = ${accountId}`;

/** Also an invitation that was made while its maker was removed ends with them. */
const makerMayInvite = sql`(${payload}->>'madeBy' is null or exists (
  select from account_members as m
  where m.user_id = (${payload}->>'madeBy')::int and m.account_id = (${payload}->>'accountId')::int and m.role = 'owner'))`;

function isLive(secret: string) {
  return and(
    eq(model, MODEL),
    eq(idHash, secretHash(secret)),
    isOpen,
    or(kindIs('password'), makerMayInvite),
  );
}

/** The open invitations to some accounts, the oldest first. */
export function listInvitations(
  { orm }: Pick<Database, 'orm'>,
  accountIds: readonly number[],
): Promise<OpenInvitation[]> {
  return orm
    .select({
      id: INVITATION_ID,
      accountId: sql<number>`(${payload}->>'accountId')::int`,
      role: sql<MemberRole>`${payload}->>'role'`,
      email: sql<string>`coalesce(${payload}->>'email', '')`,
      madeBy: users.email,
      expiresAt,
    })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, sql`(${payload}->>'madeBy')::int`))
    .where(and(isInvitation, inArray(sql`(${payload}->>'accountId')::int`, [...accountIds]), isOpen))
    .orderBy(asc(expiresAt)) as Promise<OpenInvitation[]>;
}

/** Revokes an invitation that nobody has used yet. Returns false if the account has no such invitation. */
export function revokeInvitation(
  { orm }: Database,
  { id, accountId }: Pick<OpenInvitation, 'id' | 'accountId'>,
  by: Actor = {},
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const ended = await tx
      .delete(authorizationRecords)
      .where(and(isInvitation, toAccount(accountId), eq(INVITATION_ID, id), isOpen))
      .returning({ payload });
    if (ended.length === 0) return false;
    await recordSecurityEvents(tx, { ...by, kind: 'invitation_revoked', accountId });
    return true;
  });
}

/** Revokes the invitations that a person has made, to one account or to all, because the person may no longer invite anybody. */
export async function endInvitationsOf(tx: Orm, userId: number, accountId?: number): Promise<void> {
  const made = sql`(${payload}->>'madeBy')::int = ${userId}`;
  await end(tx, and(isInvitation, made, accountId === undefined ? undefined : toAccount(accountId)));
}

/** Revokes the invitations for an address, to one account or to all: the person has joined, or must no longer. */
export async function endInvitationsFor(tx: Orm, email: string, accountId?: number): Promise<void> {
  const invited = sql`${payload}->>'email' = ${email}`;
  await end(tx, and(isInvitation, invited, accountId === undefined ? undefined : toAccount(accountId)));
}

/** Ends the links with which somebody could choose a password. */
export async function endPasswordLinks(tx: Orm, userId: number): Promise<void> {
  await end(tx, and(kindIs('password'), sql`(${payload}->>'userId')::int = ${userId}`));
}

async function end(tx: Orm, condition: SQL | undefined): Promise<void> {
  await tx.delete(authorizationRecords).where(condition);
}
