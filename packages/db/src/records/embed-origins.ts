import { and, asc, eq, sql } from 'drizzle-orm';
import type { Orm } from '../connection/database.ts';
import { accountMembers, accounts, websites } from '../schema/index.ts';
import { IS_OWNER, ownsAccount } from './owners.ts';
import { type Actor, recordSecurityEvents } from './security-events.ts';

/** An account, and the origins whose pages may show its reports. */
export interface EmbeddingAccount {
  id: number;
  name: string;
  origins: string[];
}

/**
 * @example
 * assert.deepEqual(await embeddingAccounts(database.orm, 999), []);
 */
export function embeddingAccounts(orm: Pick<Orm, 'select'>, userId: number): Promise<EmbeddingAccount[]> {
  return orm
    .select({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins })
    .from(accounts)
    .innerJoin(accountMembers, eq(accountMembers.accountId, accounts.id))
    .where(and(eq(accountMembers.userId, userId), IS_OWNER))
    .orderBy(asc(accounts.name), asc(accounts.id));
}

/**
 * Sets the origins of an account, in a transaction; undefined unless the person owns it. `origins` are what `embedOrigin` returns.
 * @example
 * const change = { accountId: 1, ownerId: 999, origins: ['https://app.example.com'] };
 * assert.equal(await setEmbedOrigins(database.orm, change), undefined);
 */
export async function setEmbedOrigins(
  orm: Pick<Orm, 'select' | 'update' | 'insert'>,
  { accountId, ownerId, origins }: { accountId: number; ownerId: number; origins: readonly string[] },
  by: Actor = {},
): Promise<EmbeddingAccount | undefined> {
  const [changed] = await orm
    .update(accounts)
    .set({ embedOrigins: [...origins] })
    .where(and(eq(accounts.id, accountId), ownsAccount(orm, ownerId, accounts.id)))
    .returning({ id: accounts.id, name: accounts.name, origins: accounts.embedOrigins });
  if (changed)
    await recordSecurityEvents(orm, {
      ...by,
      kind: 'embed_origins_changed',
      accountId,
      details: { origins },
    });
  return changed;
}

/**
 * The origins whose pages may show the reports of a website; none for a website that does not exist.
 * @example
 * assert.deepEqual(await embedOriginsOf(database.orm, 999), []);
 */
export async function embedOriginsOf(orm: Pick<Orm, 'select'>, websiteId: number): Promise<string[]> {
  const [found] = await orm
    .select({ origins: accounts.embedOrigins })
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .where(sql`${websites.id} = ${websiteId}`);
  return found?.origins ?? [];
}
