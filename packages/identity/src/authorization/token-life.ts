import { type Actor, type Database, ormOn, recordSecurityEvents, tokenLifeLimits } from '@funnel/db';
import { accounts } from '@funnel/db/schema';
import { int4 } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { eq } from 'drizzle-orm';
import { statement } from '../statement.ts';

const limitTokenLife = statement('limit-token-life', { account: int4(), days: int4() }, {});

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

/** Applies the limits of the accounts of some websites to a grant that was just made for them. */
export async function limitNewGrant(database: Database, websiteIds: readonly WebsiteId[]): Promise<void> {
  for (const { accountId, days } of await tokenLifeLimits(database.orm, websiteIds))
    await limitTokenLife(database.sql, { account: accountId, days });
}
