import { eq } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { accounts, websites } from '@funnel/db/schema';
import { DEMO_ACCOUNT_ID, DEMO_ACCOUNT_NAME } from '../definitions/websites.ts';

/** `begun`: a load was ended in the middle, and the next one finishes it. `other`: somebody's own data. */
export type DemoState = { name: 'empty' | 'loaded' | 'other' } | { name: 'begun'; at: Date };

/** The account bears this name until everything is in: whoever looks in between sees it, too. */
export const LOADING_ACCOUNT_NAME = `${DEMO_ACCOUNT_NAME} (loading)`;

export async function readDemoState(database: Database): Promise<DemoState> {
  const [account] = await database.orm.select().from(accounts).where(eq(accounts.id, DEMO_ACCOUNT_ID));
  if (account?.name === LOADING_ACCOUNT_NAME) return { name: 'begun', at: account.createdAt };
  if (account?.name === DEMO_ACCOUNT_NAME) return { name: 'loaded' };
  return { name: (await isDatabaseEmpty(database)) ? 'empty' : 'other' };
}

/** Whether nothing has been put in yet: neither a website nor the account of one. */
export async function isDatabaseEmpty({ orm }: Database): Promise<boolean> {
  const found = await Promise.all([
    orm.select({ id: accounts.id }).from(accounts).limit(1),
    orm.select({ id: websites.id }).from(websites).limit(1),
  ]);
  return found.every((rows) => rows.length === 0);
}
