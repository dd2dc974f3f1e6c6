import type { Database } from '@funnel/db';
import { accountMembers, accounts, websites } from '@funnel/db/schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { IS_OWNER, ownsAccount } from './owners.ts';

/** An account, and the origins whose pages may show its reports. */
export interface EmbeddingAccount {
  id: number;
  name: string;
  origins: string[];
}

/** The accounts that a person owns, with their origins. */
export function embeddingAccounts({ orm }: Database, userId: number): Promise<EmbeddingAccount[]> {
  return orm
    .select({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins })
    .from(accounts)
    .innerJoin(accountMembers, eq(accountMembers.accountId, accounts.id))
    .where(and(eq(accountMembers.userId, userId), IS_OWNER))
    .orderBy(asc(accounts.name), asc(accounts.id));
}

/** Sets the origins of an account; false unless the person owns it. `origins` are what `embedOrigin` returns. */
export async function setEmbedOrigins(
  { orm }: Database,
  { accountId, ownerId, origins }: { accountId: number; ownerId: number; origins: readonly string[] },
  by: Actor = {},
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [changed] = await tx
      .update(accounts)
      .set({ embedOrigins: [...origins] })
      .where(and(eq(accounts.id, accountId), ownsAccount(tx, ownerId, accounts.id)))
      .returning({ id: accounts.id });
    if (!changed) return false;
    await recordSecurityEvents(tx, { ...by, kind: 'embed_origins_changed', accountId, details: { origins } });
    return true;
  });
}

/** The origins whose pages may show the reports of a website; none for a website that does not exist. */
export async function embedOriginsOf({ orm }: Database, websiteId: number): Promise<string[]> {
  const [found] = await orm
    .select({ origins: accounts.embedOrigins })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(sql`${websites.id} = ${websiteId}`);
  return found?.origins ?? [];
}
