import { eq } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { accounts, websites } from '@funnel/db/schema';
import { DEMO_ACCOUNT_ID, DEMO_ACCOUNT_NAME } from '../definitions/websites.ts';

/** `begun`: a load was interrupted, and the next one continues it. `other`: the database contains other data. */
export type DemoState = { name: 'empty' | 'loaded' | 'other' } | { name: 'begun'; at: Date };

export const LOADING_ACCOUNT_NAME = `${DEMO_ACCOUNT_NAME} (loading)`;

export async function readDemoState(database: Database): Promise<DemoState> {
  const [account] = await database.orm.select().from(accounts).where(eq(accounts.id, DEMO_ACCOUNT_ID));
  if (account?.name === LOADING_ACCOUNT_NAME) return { name: 'begun', at: account.createdAt };
  if (account?.name === DEMO_ACCOUNT_NAME) return { name: 'loaded' };
  return { name: (await isDatabaseEmpty(database)) ? 'empty' : 'other' };
}

export async function isDatabaseEmpty({ orm }: Database): Promise<boolean> {
  const found = await Promise.all([
    orm.select({ id: accounts.id }).from(accounts).limit(1),
    orm.select({ id: websites.id }).from(websites).limit(1),
  ]);
  return found.every((rows) => rows.length === 0);
}
