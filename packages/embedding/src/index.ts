import { type Caller, type Database, type Orm } from '@funnel/db';
import { accountMembers, accounts, securityEvents, websites } from '@funnel/db/schema';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';

/** An account, and the origins whose pages may show its reports. */
export interface EmbeddingAccount {
  id: number;
  name: string;
  origins: string[];
}

/** A person, and the accounts that the request is about. */
export interface EmbeddingOwner {
  userId: number;
  accountIds: readonly number[];
}

/** Those of the accounts that the person owns, with their origins. */
export function embeddingAccounts(
  orm: Pick<Orm, 'select'>,
  owner: EmbeddingOwner,
): Promise<EmbeddingAccount[]> {
  return orm
    .select({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins })
    .from(accounts)
    .where(isOwnedBy(owner))
    .orderBy(asc(accounts.name), asc(accounts.id));
}

/**
 * Sets the origins of an account, and adds it to the audit log; call it in a transaction. Undefined unless the person owns the account.
 * `origins` are what `embedOrigin` returns.
 */
export async function setEmbedOrigins(
  orm: Pick<Orm, 'insert' | 'update'>,
  { accountId, owner, origins }: { accountId: number; owner: EmbeddingOwner; origins: readonly string[] },
  { actorId, clientId, address }: Caller,
): Promise<EmbeddingAccount | undefined> {
  const [changed] = await orm
    .update(accounts)
    .set({ embedOrigins: [...origins] })
    .where(and(eq(accounts.id, accountId), isOwnedBy(owner)))
    .returning({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins });
  if (changed)
    await orm
      .insert(securityEvents)
      .values({ kind: 'embed_origins_changed', actorId, clientId, address, accountId, details: { origins } });
  return changed;
}

function isOwnedBy({ userId, accountIds }: EmbeddingOwner): SQL | undefined {
  const { accountId, userId: member, role } = accountMembers;
  return and(
    inArray(accounts.id, [...accountIds]),
    sql`exists (select from ${accountMembers} where ${accountId} = ${accounts.id} and ${member} = ${userId} and ${role} = 'owner')`,
  );
}

/** The origins whose pages may show the reports of a website; none for a website that does not exist. */
export async function embedOriginsOf({ orm }: Pick<Database, 'orm'>, websiteId: number): Promise<string[]> {
  const [found] = await orm
    .select({ origins: accounts.embedOrigins })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(sql`${websites.id} = ${websiteId}`);
  return found?.origins ?? [];
}
