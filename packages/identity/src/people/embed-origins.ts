import type { Database } from '@funnel/db';
import { accountMembers, accounts, websites } from '@funnel/db/schema';
import { and, asc, eq, exists, sql } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';

/** An account, and the origins whose pages may show its reports. */
export interface EmbeddingAccount {
  id: number;
  name: string;
  origins: string[];
}

/**
 * The accounts that a person owns, with their origins.
 *
 * @example
 *   const [first] = await embeddingAccounts(database, person.id);
 */
export function embeddingAccounts({ orm }: Database, userId: number): Promise<EmbeddingAccount[]> {
  return orm
    .select({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins })
    .from(accounts)
    .innerJoin(accountMembers, eq(accountMembers.accountId, accounts.id))
    .where(and(eq(accountMembers.userId, userId), eq(accountMembers.role, 'owner')))
    .orderBy(asc(accounts.name), asc(accounts.id));
}

/**
 * Sets the origins of an account; false unless the person owns it. `origins` are what `embedOrigin` returns.
 *
 * @example
 *   const change = { accountId: 1, ownerId: person.id, origins: ['https://app.example.com'] };
 *   const isDone = await setEmbedOrigins(database, change, { actorId: person.id });
 */
export async function setEmbedOrigins(
  { orm }: Database,
  { accountId, ownerId, origins }: { accountId: number; ownerId: number; origins: readonly string[] },
  by: Actor = {},
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const isOwner = tx
      .select({ id: accountMembers.userId })
      .from(accountMembers)
      .where(
        and(
          eq(accountMembers.accountId, accountId),
          eq(accountMembers.userId, ownerId),
          eq(accountMembers.role, 'owner'),
        ),
      );
    const [changed] = await tx
      .update(accounts)
      .set({ embedOrigins: [...origins] })
      .where(and(eq(accounts.id, accountId), exists(isOwner)))
      .returning({ id: accounts.id });
    if (!changed) return false;
    await recordSecurityEvents(tx, { ...by, kind: 'embed_origins_changed', accountId, details: { origins } });
    return true;
  });
}

/**
 * The origins whose pages may show the reports of a website; none for a website that does not exist.
 *
 * @example
 *   const origins = await embedOriginsOf(database, websiteId);
 */
export async function embedOriginsOf({ orm }: Database, websiteId: number): Promise<string[]> {
  const [found] = await orm
    .select({ origins: accounts.embedOrigins })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(sql`${websites.id} = ${websiteId}`);
  return found?.origins ?? [];
}
