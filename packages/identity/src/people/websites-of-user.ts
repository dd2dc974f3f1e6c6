import { asc, eq } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { accountMembers, accounts, websites } from '@funnel/db/schema';

export interface UserWebsite {
  id: number;
  name: string;
  accountName: string;
}

/** All that a person may see and grant: the websites of the accounts they belong to, account by account. */
export function websitesOfUser({ orm }: Database, userId: number): Promise<UserWebsite[]> {
  return orm
    .select({ id: websites.id, name: websites.name, accountName: accounts.name })
    .from(accountMembers)
    .innerJoin(accounts, eq(accounts.id, accountMembers.accountId))
    .innerJoin(websites, eq(websites.accountId, accounts.id))
    .where(eq(accountMembers.userId, userId))
    .orderBy(asc(accounts.name), asc(accounts.id), asc(websites.name), asc(websites.id));
}
