import { type Database, type Orm, ormOn } from '@funnel/db';
import { accounts, websites } from '@funnel/db/schema';
import { int4 } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { statement } from '../statement.ts';

const limitTokenLife = statement('limit-token-life', { account: int4(), days: int4() }, {});

export interface TokenLifeLimit {
  accountId: number;
  accountName: string;
  days: number;
}

/** Limits the life of tokens for the websites of an account, also of those that exist. Null: no limit. */
export async function setTokenLife(
  database: Database,
  { accountId, days }: { accountId: number; days: number | null },
  by: Actor = {},
): Promise<void> {
  await database.sql.begin(async (transaction) => {
    const tx = ormOn(transaction);
    await tx.update(accounts).set({ maxTokenDays: days }).where(eq(accounts.id, accountId));
    if (days !== null) await limitTokenLife(transaction, { account: accountId, days });
    await recordSecurityEvents(tx, { ...by, kind: 'token_life_limited', accountId, details: { days } });
  });
}

/** The limits of the accounts of some websites, the shortest first. */
export function tokenLifeLimits(
  orm: Pick<Orm, 'selectDistinct'>,
  websiteIds: readonly WebsiteId[],
): Promise<TokenLifeLimit[]> {
  return orm
    .selectDistinct({ accountId: accounts.id, accountName: accounts.name, days: accounts.maxTokenDays })
    .from(accounts)
    .innerJoin(websites, eq(websites.accountId, accounts.id))
    .where(and(inArray(websites.id, [...websiteIds]), isNotNull(accounts.maxTokenDays)))
    .orderBy(accounts.maxTokenDays) as Promise<TokenLifeLimit[]>;
}

/** Applies the limits of the accounts of some websites to a grant that was just made for them. */
export async function limitNewGrant(database: Database, websiteIds: readonly WebsiteId[]): Promise<void> {
  for (const { accountId, days } of await tokenLifeLimits(database.orm, websiteIds))
    await limitTokenLife(database.sql, { account: accountId, days });
}
