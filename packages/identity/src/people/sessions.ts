import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { type Actor, type Database, type Orm, recordSecurityEvents } from '@funnel/db';
import { authorizationRecords, users } from '@funnel/db/schema';
import { endFollowingGrants } from '../authorization/following-grants.ts';
import { newSecret, secretHash } from '@funnel/secrets';
import type { User } from './users.ts';

export interface SessionOrigin {
  /** Whether with a second factor. */
  isStrong?: boolean | undefined;
  /** The account whose company login it was: the session is good for that account alone. */
  companyAccountId?: number | undefined;
  address?: string | undefined;
  /** What the browser says it is: anything. */
  browser?: string | undefined;
}

/** A place where somebody is signed in. */
export interface PersonSession extends SessionOrigin {
  /** Tells it from others; not the cookie. */
  id: string;
  startedAt: Date;
  /** To some minutes. */
  lastUsedAt: Date;
  isThis: boolean;
}

const MODEL = 'PersonSession';
const IDLE_MS = 12 * 3600 * 1000;
const ABSOLUTE_MS = 7 * 24 * 3600 * 1000;
/** A session is extended at most this often, so that most page views do not write. */
const EXTEND_EVERY_MS = 5 * 60 * 1000;
const MAX_BROWSER_LENGTH = 200;

const { model, idHash, payload, createdAt, expiresAt } = authorizationRecords;
const ID = sql<string>`encode(substring(${idHash} from 1 for 12), 'hex')`;

/** Starts a session and returns its id for the cookie. It expires after 12 idle hours, and after 7 days at the latest. */
export async function createSession(
  { orm }: Database,
  userId: number,
  now: Date,
  { isStrong = false, companyAccountId, address, browser }: SessionOrigin = {},
): Promise<string> {
  const id = newSecret();
  await orm.insert(authorizationRecords).values({
    model: MODEL,
    idHash: secretHash(id),
    payload: {
      userId,
      isStrong,
      companyAccountId,
      address,
      browser: browser?.replaceAll('\0', '').slice(0, MAX_BROWSER_LENGTH),
    },
    createdAt: now,
    expiresAt: expiry(now, now),
  });
  return id;
}

export interface SessionUser extends User {
  /** Whether with a second factor. */
  isStrong: boolean;
  /** Whether they signed in with less than an account of theirs requires. */
  isTooWeak: boolean;
  /** Whether it is the word of their company that it is them: enough for its account, not for what is theirs alone. */
  isByCompany: boolean;
  companyAccountId: number | null;
  signedInAt: Date;
}

const IS_STRONG = sql<boolean>`coalesce((${payload}->>'isStrong')::boolean, false)`;
const COMPANY = sql<number | null>`(${payload}->>'companyAccountId')::int`;

/**
 * Who has a second factor has shown it. The word of a company counts while the person is in its account and in no other one, and while
 * the account has this company login.
 */
const HOLDS = sql`(case when ${COMPANY} is null
  then ${IS_STRONG} or not exists (select from second_factors as f where f.user_id = ${users.id})
  else (select bool_and(m.account_id = ${COMPANY}) from account_members as m where m.user_id = ${users.id})
    and exists (
      select from company_identities as i
      join company_logins as l on l.account_id = i.account_id and l.issuer = i.issuer
      where i.user_id = ${users.id} and i.account_id = ${COMPANY} and l.domain_verified_at is not null
        and i.withdrawn_at is null)
  end)`;

const IS_TOO_WEAK = sql<boolean>`(
  not ${IS_STRONG} and ${COMPANY} is null
  and exists (
    select from account_members as m join accounts as a on a.id = m.account_id
    where m.user_id = ${users.id} and a.second_factor_required))`;

/** Finds the user of a session and extends it. */
export async function findSession(
  { orm }: Database,
  id: string,
  now: Date,
): Promise<SessionUser | undefined> {
  const [session] = await orm
    .select({
      id: users.id,
      email: users.email,
      isStrong: IS_STRONG,
      isTooWeak: IS_TOO_WEAK,
      isByCompany: sql<boolean>`${COMPANY} is not null`,
      companyAccountId: COMPANY,
      createdAt,
      expiresAt,
    })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, sql`(${payload}->>'userId')::int`))
    .where(and(isSession(id), gt(expiresAt, now), HOLDS));
  if (!session) return undefined;
  const extended = expiry(session.createdAt, now);
  if (extended.getTime() - (session.expiresAt?.getTime() ?? 0) >= EXTEND_EVERY_MS) {
    await orm.update(authorizationRecords).set({ expiresAt: extended }).where(isSession(id));
  }
  const { createdAt: signedInAt, expiresAt: _extended, ...user } = session;
  return { ...user, signedInAt };
}

/** Notes that the person of a session has shown a second factor. Their sessions without one end, but for those by a company. */
export async function strengthenSession({ orm }: Database, id: string): Promise<void> {
  await orm.transaction(async (tx) => {
    const [session] = await tx
      .update(authorizationRecords)
      .set({ payload: sql`${payload} || '{"isStrong": true}'` })
      .where(isSession(id))
      .returning({ payload });
    if (!session) return;
    const isWeak = sql`(not ${IS_STRONG} and ${COMPANY} is null)`;
    const userId = Number(session.payload['userId']);
    await tx.delete(authorizationRecords).where(and(isOf(userId), isWeak));
    await endFollowingGrants(tx, userId);
  });
}

/** Ends the sessions of a person by the word of a company: their accounts have changed. */
export async function endCompanySessions(tx: Orm, userId: number): Promise<void> {
  await tx.delete(authorizationRecords).where(and(isOf(userId), sql`${COMPANY} is not null`));
  await endFollowingGrants(tx, userId);
}

/** Ends a session, and with it what the person has open at the dashboard. */
export async function deleteSession({ orm }: Database, id: string): Promise<void> {
  await orm.transaction(async (tx) => {
    const [ended] = await tx.delete(authorizationRecords).where(isSession(id)).returning({ payload });
    if (ended) await endFollowingGrants(tx, Number(ended.payload['userId']));
  });
}

/** Lists where a person is signed in, the newest first. `current` is the session that asks. */
export async function listSessions(
  { orm }: Database,
  userId: number,
  { current, now }: { current: string; now: Date },
): Promise<PersonSession[]> {
  const rows = await orm
    .select({
      id: ID,
      payload,
      startedAt: createdAt,
      expiresAt,
      isThis: sql<boolean>`${idHash} = ${secretHash(current)}`,
    })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isOf(userId), gt(expiresAt, now), HOLDS))
    .orderBy(desc(createdAt));
  return rows.map(({ payload: { address, browser }, expiresAt: endsAt, ...row }) => ({
    ...row,
    address: address as string | undefined,
    browser: browser as string | undefined,
    lastUsedAt: lastUse(row.startedAt, endsAt ?? now, now),
  }));
}

/** Ends one session of a person by the id of the list, or all but the one that asks. Returns how many. */
export function endSessions(
  { orm }: Database,
  userId: number,
  which: { id: string } | { allBut: string },
  by: Actor = {},
): Promise<number> {
  const chosen = 'id' in which ? eq(ID, which.id) : ne(idHash, secretHash(which.allBut));
  return orm.transaction(async (tx) => {
    const ended = await tx
      .delete(authorizationRecords)
      .where(and(isOf(userId), chosen))
      .returning({ id: ID });
    const count = ended.length;
    if (count > 0) await endFollowingGrants(tx, userId);
    if (count > 0)
      await recordSecurityEvents(tx, { ...by, kind: 'session_ended', userId, details: { count } });
    return count;
  });
}

function isSession(id: string) {
  return and(eq(model, MODEL), eq(idHash, secretHash(id)));
}

function isOf(userId: number) {
  return and(eq(model, MODEL), sql`(${payload}->>'userId')::int = ${userId}`);
}

function expiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + ABSOLUTE_MS));
}

/** A use moves the end of a session; near its last day, the end no longer tells. */
function lastUse(startedAt: Date, endsAt: Date, now: Date): Date {
  const byEnd = endsAt.getTime() - IDLE_MS;
  const isAtLimit = endsAt.getTime() >= startedAt.getTime() + ABSOLUTE_MS;
  return new Date(isAtLimit ? now.getTime() : Math.max(startedAt.getTime(), byEnd));
}
