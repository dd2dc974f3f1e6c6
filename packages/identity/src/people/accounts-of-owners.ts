import { type Database, IS_OWNER, type MemberRole } from '@funnel/db';
import { accountMembers, accounts, users, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { IS_VERIFIED, type KnownUser } from './users.ts';

/** An account with its members, ordered by e-mail. */
export interface AccountMembers {
  id: number;
  name: string;
  /** In days; null without a limit. */
  maxTokenDays: number | null;
  secondFactorRequired: boolean;
  members: (KnownUser & { role: MemberRole; websiteIds: WebsiteId[] | null; hasSecondFactor: boolean })[];
  websites: { id: WebsiteId; name: string }[];
}

export async function ownedAccounts({ orm }: Database, userId: number): Promise<AccountMembers[]> {
  const own = alias(accountMembers, 'own');
  const rows = await orm
    .select({
      accountId: accounts.id,
      name: accounts.name,
      maxTokenDays: accounts.maxTokenDays,
      secondFactorRequired: accounts.secondFactorRequired,
      hasSecondFactor: sql<boolean>`exists (select from second_factors as f where f.user_id = ${users.id})`,
      id: users.id,
      email: users.email,
      isVerified: IS_VERIFIED,
      role: accountMembers.role,
      websiteIds: accountMembers.websiteIds,
    })
    .from(own)
    .innerJoin(accounts, eq(accounts.id, own.accountId))
    .innerJoin(accountMembers, eq(accountMembers.accountId, accounts.id))
    .innerJoin(users, eq(users.id, accountMembers.userId))
    .where(and(eq(own.userId, userId), eq(own.role, 'owner')))
    .orderBy(asc(accounts.name), asc(accounts.id), asc(users.email));
  const owned = new Map<number, AccountMembers>();
  for (const { accountId, name, maxTokenDays, secondFactorRequired, ...member } of rows) {
    const account = owned.get(accountId) ?? {
      id: accountId,
      name,
      maxTokenDays,
      secondFactorRequired,
      members: [],
      websites: [],
    };
    owned.set(accountId, account);
    account.members.push(member);
  }
  const ownWebsites = await orm
    .select({ accountId: websites.accountId, id: websites.id, name: websites.name })
    .from(websites)
    .where(inArray(websites.accountId, [...owned.keys()]))
    .orderBy(asc(websites.name), asc(websites.id));
  for (const { accountId, ...website } of ownWebsites) owned.get(accountId)?.websites.push(website);
  return [...owned.values()];
}

export async function readAccountName(
  { orm }: Pick<Database, 'orm'>,
  id: number,
): Promise<string | undefined> {
  const [account] = await orm.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, id));
  return account?.name;
}

export async function ownersOf({ orm }: Pick<Database, 'orm'>, accountId: number): Promise<string[]> {
  const rows = await orm
    .select({ email: users.email })
    .from(accountMembers)
    .innerJoin(users, eq(users.id, accountMembers.userId))
    .where(and(eq(accountMembers.accountId, accountId), IS_OWNER))
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}
