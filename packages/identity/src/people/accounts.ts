import { type Database, IS_OWNER, ormOn } from '@funnel/db';
import { accountMembers, accounts } from '@funnel/db/schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import { addMembershipIn, createUserIn } from './members.ts';
import { findUserByEmail } from './users.ts';

export interface NewAccount {
  name: string;
  /** By default the next free id. */
  id?: number | undefined;
  owner: {
    email: string;
    /** Of a person who does not exist yet; somebody who does keeps the password. */
    passwordHash?: string | undefined;
  };
}

/** The new account, or why nothing was created. */
export type CreateAccountResult =
  | { accountId: number; isNewPerson: boolean }
  | { error: 'id_taken' | 'exists' | 'unverified_owner' | 'password_needed'; accountId?: number };

/** An account as the operator sees it. */
export interface ListedAccount {
  id: number;
  name: string;
  websites: number;
  members: number;
}

/** Undoes the transaction. */
class NotCreated extends Error {
  readonly reason: 'unverified_owner' | 'password_needed';

  constructor(reason: NotCreated['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Creates an account with its owner: both or none. */
export async function createAccount(
  database: Database,
  { id, name, owner }: NewAccount,
): Promise<CreateAccountResult> {
  try {
    return await database.sql.begin(async (transaction): Promise<CreateAccountResult> => {
      const tx = ormOn(transaction);
      const person = await findUserByEmail({ orm: tx }, owner.email);
      const alike = person && (await ownedAccountOf(tx, person.id, name));
      if (alike !== undefined) return { error: 'exists', accountId: alike };
      const next = sql<number>`coalesce((select max(${accounts.id}) from ${accounts}), 0) + 1`;
      const [account] = await tx
        .insert(accounts)
        .values({ id: id ?? next, name })
        .onConflictDoNothing()
        .returning({ id: accounts.id });
      if (!account) return { error: 'id_taken' };
      const accountId = account.id;
      if (person && !person.isVerified) throw new NotCreated('unverified_owner');
      if (person) {
        await addMembershipIn(transaction, { userId: person.id, accountId, role: 'owner' }, {});
        return { accountId, isNewPerson: false };
      }
      const { email, passwordHash } = owner;
      if (passwordHash === undefined) throw new NotCreated('password_needed');
      const created = await createUserIn(
        tx,
        { email, passwordHash, accountId, role: 'owner', isVerified: true },
        {},
      );
      // Somebody added the person meanwhile: the next attempt finds them.
      if ('error' in created) throw new NotCreated('password_needed');
      return { accountId, isNewPerson: true };
    });
  } catch (error) {
    if (error instanceof NotCreated) return { error: error.reason };
    throw error;
  }
}

/** The account of this name that the person owns already. It keeps a repeated command from creating a second account. */
async function ownedAccountOf(
  tx: Database['orm'],
  userId: number,
  name: string,
): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(accountMembers, eq(accountMembers.accountId, accounts.id))
    .where(and(eq(accountMembers.userId, userId), IS_OWNER, eq(accounts.name, name)))
    .orderBy(asc(accounts.id))
    .limit(1);
  return found?.id;
}

/** All accounts, by id. */
export async function listAccounts({ orm }: Pick<Database, 'orm'>): Promise<ListedAccount[]> {
  // With its table: the tables inside have an id, too.
  const count = (table: string) =>
    sql<number>`(select count(*)::int from ${sql.identifier(table)} where account_id = ${accounts}.id)`;
  return await orm
    .select({
      id: accounts.id,
      name: accounts.name,
      websites: count('websites'),
      members: count('account_members'),
    })
    .from(accounts)
    .orderBy(asc(accounts.id));
}
