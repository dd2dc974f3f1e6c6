import { type Connection, type Database, type Orm, ormOn, recordSecurityEvents } from '@funnel/db';
import { companyIdentities as table } from '@funnel/db/schema';
import { int4, int4Array, nullable, plainArrayLiteral, text, timestamptz, bool } from '@funnel/db/sql';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { CONFIRMED } from './company-identities.ts';
import { leaveAccountIn, lockAccount } from './members.ts';
import { endCompanySessions } from './sessions.ts';

/** The grant with an assertion of a company's provider (RFC 7523). */
export const ASSERTION_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** For so many days everything can be taken back. */
export const GRACE_DAYS = 14;

/** A member whom their company does not confirm any more. */
export interface WithdrawnPerson {
  accountId: number;
  userId: number;
  email: string;
  /** The login of the account was changed, its provider refused, or the person was not seen for a month and it cannot be asked. */
  why: 'changed' | 'refused' | 'unseen';
  withdrawnAt: Date;
  ownersToldAt: Date | null;
  /** When they leave, unless they `stay`. Null while the company login does not work: nobody could come back by it. */
  endsAt: Date | null;
  /** Whether they stay: they can sign in otherwise, or no other owner could sign in. */
  stays: boolean;
}

const list = statement(
  'list-withdrawn',
  { accounts: nullable(int4Array()), user: nullable(int4()), graceDays: int4() },
  {
    accountId: int4(),
    userId: int4(),
    email: text(),
    why: text<WithdrawnPerson['why']>(),
    withdrawnAt: timestamptz(),
    ownersToldAt: nullable(timestamptz()),
    endsAt: nullable(timestamptz()),
    stays: bool(),
  },
);

/** The members of some accounts, or of all, or one of them, whom their company does not confirm any more. */
export async function listWithdrawn(
  connection: Connection,
  accountIds: readonly number[] | null,
  user: number | null = null,
): Promise<WithdrawnPerson[]> {
  const accounts = accountIds && [...accountIds];
  const rows = await list(connection, { accounts, user, graceDays: GRACE_DAYS });
  return rows.map((row) => ({
    ...row,
    withdrawnAt: new Date(row.withdrawnAt),
    ownersToldAt: row.ownersToldAt === null ? null : new Date(row.ownersToldAt),
    endsAt: row.endsAt === null ? null : new Date(row.endsAt),
  }));
}

/** Whether an identity is one of the provider, and of the client there, that the account has at the moment. */
const IS_OF_LOGIN = sql`exists (
  select from company_logins as l
  where l.account_id = ${table.accountId} and l.issuer = ${table.issuer} and l.client_id = coalesce(${table.clientId}, l.client_id))`;

/** What a company login confirms, after a change of it; of one account, or of all. What was confirmed by a login of before is so again if it is back. */
export async function settleIdentities(tx: Orm, accountId?: number): Promise<void> {
  const isOfAccount = accountId === undefined ? undefined : eq(table.accountId, accountId);
  const isChanged = eq(table.withdrawnWhy, 'changed');
  await tx
    .update(table)
    .set(CONFIRMED)
    .where(and(isOfAccount, isChanged, IS_OF_LOGIN));
  const withdrawn = await tx
    .update(table)
    .set({ withdrawnAt: sql`now()`, withdrawnWhy: 'changed', ownersToldAt: null })
    .where(and(isOfAccount, sql`${table.withdrawnWhy} is distinct from 'changed'`, sql`not ${IS_OF_LOGIN}`))
    .returning({ userId: table.userId });
  await endCompanyAccess(
    tx,
    withdrawn.map(({ userId }) => userId),
  );
}

/** The provider no longer confirms somebody, unless they have signed in since it was asked. What it gave ends at once, nothing else. */
export function withdraw(
  { orm }: Database,
  { issuer, subject, checkedAt }: Pick<typeof table.$inferSelect, 'issuer' | 'subject' | 'checkedAt'>,
  { why, now }: { why: 'refused' | 'unseen'; now: Date },
): Promise<void> {
  return orm.transaction(async (tx) => {
    const isIt = and(eq(table.issuer, issuer), eq(table.subject, subject), eq(table.checkedAt, checkedAt));
    const withdrawn = await tx
      .update(table)
      .set({ withdrawnAt: now, withdrawnWhy: why, ownersToldAt: null })
      .where(and(isIt, isNull(table.withdrawnAt)))
      .returning({ userId: table.userId, accountId: table.accountId });
    for (const { userId } of withdrawn) await endCompanyAccess(tx, [userId]);
    await recordSecurityEvents(
      tx,
      ...withdrawn.map((person) => ({
        ...person,
        kind: 'company_person_withdrawn' as const,
        details: { why },
      })),
    );
  });
}

/** Ends the sessions of people by the word of their company, and the tokens that assistants got by it. */
export async function endCompanyAccess(tx: Orm, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const ids = sql`any (${plainArrayLiteral(userIds)}::int[])`;
  // A company may have thousands of people, of whom few are signed in.
  const signedIn = await tx.execute(sql`
    select user_id as id from grant_websites where user_id = ${ids} and follows_person
    union
    select (payload->>'userId')::int from authorization_records
    where model = 'PersonSession' and (payload->>'userId')::int = ${ids} and payload ? 'companyAccountId'`);
  for (const { id } of signedIn) await endCompanySessions(tx, Number(id));
  await tx.execute(sql`
    delete from authorization_records as record
    using grant_websites as granted
    where granted.user_id = ${ids} and record.grant_id_hash = granted.grant_id_hash
      and record.model = 'AccessToken' and record.payload->>'gty' = ${ASSERTION_GRANT_TYPE}`);
}

/**
 * Ends the membership of everybody whose days are over, and forgets who somebody was at a login that is gone. Somebody who stays, or who
 * came back meanwhile, keeps everything.
 */
export async function endWithdrawn(
  database: Database,
  now: Date,
  onError: (error: unknown, person: WithdrawnPerson) => void,
): Promise<void> {
  const isOver = ({ endsAt, stays }: WithdrawnPerson) => endsAt !== null && endsAt <= now && !stays;
  for (const person of (await listWithdrawn(database.sql, null)).filter(isOver)) {
    const { userId, accountId } = person;
    await database.sql
      .begin(async (transaction) => {
        const tx = ormOn(transaction);
        if (!(await lockAccount(tx, accountId))) return;
        // Of two owners whose days are over at the same time, one stays; and somebody may have just signed in.
        const [still] = await listWithdrawn(transaction, [accountId], userId);
        if (!still || !isOver(still)) return;
        if ((await leaveAccountIn(transaction, { userId, accountId }, {})) !== 'left') return;
        await tx.delete(table).where(and(eq(table.userId, userId), eq(table.accountId, accountId)));
        await recordSecurityEvents(tx, { kind: 'company_person_left', userId, accountId });
      })
      .catch((error: unknown) => onError(error, person));
  }
  await forgetFormerLogins(database, now);
}

/** The others are confirmed by another login, sign in otherwise, or have left. */
async function forgetFormerLogins({ sql: connection, orm }: Database, now: Date): Promise<void> {
  const waiting = (await listWithdrawn(connection, null)).filter(({ stays }) => !stays);
  const ids = waiting.map(({ userId }) => userId);
  await orm.delete(table).where(
    and(
      eq(table.withdrawnWhy, 'changed'),
      sql`exists (
        select from company_logins as l
        where l.account_id = ${table.accountId}
          and greatest(${table.withdrawnAt}, l.domain_verified_at) + make_interval(days => ${GRACE_DAYS}::int) <= ${now.toISOString()}::timestamptz
          and l.domain_verified_at is not null)`,
      sql`${table.userId} <> all (${plainArrayLiteral(ids)}::int[])`,
    ),
  );
}

/** Marks the people of an account of whom its owners do not know yet, and returns them. At most once a day, with all of that day. */
export async function takeUnnotified(
  transaction: Connection,
  accountId: number,
  now: Date,
): Promise<WithdrawnPerson[]> {
  const tx = ormOn(transaction);
  if (!(await lockAccount(tx, accountId))) return [];
  const people = await listWithdrawn(transaction, [accountId]);
  if (!isDue(people, now)) return [];
  const unnotified = people.filter(isUnnotified);
  await tx
    .update(table)
    .set({ ownersToldAt: now })
    .where(
      and(
        eq(table.accountId, accountId),
        isNull(table.ownersToldAt),
        sql`${table.userId} = any (${plainArrayLiteral(unnotified.map(({ userId }) => userId))}::int[])`,
        sql`${table.withdrawnAt} is not null`,
      ),
    );
  return unnotified;
}

/** The accounts whose owners are due a letter. */
export async function accountsToNotify({ sql: connection }: Database, now: Date): Promise<number[]> {
  const people = await listWithdrawn(connection, null);
  const accountIds = [...new Set(people.map(({ accountId }) => accountId))];
  return accountIds.filter((id) =>
    isDue(
      people.filter(({ accountId }) => accountId === id),
      now,
    ),
  );
}

const DAY_MS = 24 * 3600 * 1000;
/** A provider that refuses everybody is asked about one after the other: owners get one letter about all. */
const SETTLED_MS = 1800 * 1000;
/** Only from when it is known until when everything can be taken back. */
const isUnnotified = ({ ownersToldAt, endsAt }: WithdrawnPerson) => ownersToldAt === null && endsAt !== null;

function isDue(people: readonly WithdrawnPerson[], now: Date): boolean {
  const isRecent = ({ ownersToldAt }: WithdrawnPerson) =>
    ownersToldAt !== null && now.getTime() - ownersToldAt.getTime() < DAY_MS;
  const isSettled = ({ withdrawnAt }: WithdrawnPerson) => now.getTime() - withdrawnAt.getTime() >= SETTLED_MS;
  return people.some((person) => isUnnotified(person) && isSettled(person)) && !people.some(isRecent);
}
