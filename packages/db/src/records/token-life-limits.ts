import type { WebsiteId } from '@funnel/domain';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Orm } from '../connection/database.ts';
import { accounts, websites } from '../schema/index.ts';

/** How long a token for websites of an account may be valid. */
export interface TokenLifeLimit {
  accountId: number;
  accountName: string;
  days: number;
}

/**
 * The limits of the accounts of some websites, the shortest first.
 * @example
 * assert.deepEqual(await tokenLifeLimits(database.orm, [websiteId]), []);
 */
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
