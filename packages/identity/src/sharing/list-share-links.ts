import type { Database } from '@funnel/db';
import { accountMembers, shareLinkOpenings, shareLinks, users } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { IS_ACTIVE } from './active-link.ts';

/** A link as its list shows it. */
export interface ShareLink {
  id: number;
  accountId: number;
  /** Who made it. */
  userId: number;
  email: string;
  name: string;
  websiteId: WebsiteId;
  /** Null: the whole website. */
  campaignId: number | null;
  hasPassword: boolean;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Whether it shows anything: it was not revoked, has not expired, and its maker may still share the website. */
  isActive: boolean;
  /** At most `MAX_OPENINGS` are kept. */
  openings: number;
  lastOpenedAt: Date | null;
}

/** When and from where a link was opened. */
export interface ShareLinkOpening {
  openedAt: Date;
  network: string | null;
  browser: string | null;
}

const listed = {
  id: shareLinks.id,
  accountId: shareLinks.accountId,
  userId: shareLinks.userId,
  email: users.email,
  name: shareLinks.name,
  websiteId: shareLinks.websiteId,
  campaignId: shareLinks.campaignId,
  hasPassword: sql<boolean>`${shareLinks.passwordHash} is not null`,
  createdAt: shareLinks.createdAt,
  expiresAt: shareLinks.expiresAt,
  revokedAt: shareLinks.revokedAt,
  isActive: sql<boolean>`(${IS_ACTIVE})`,
  openings: sql<number>`(
    select count(*)::int from share_link_openings as o where o.link_id = ${shareLinks.id})`,
  lastOpenedAt:
    sql`(select max(o.opened_at) from share_link_openings as o where o.link_id = ${shareLinks.id})`
      .mapWith(shareLinkOpenings.openedAt)
      .as('last_opened_at') as SQL.Aliased<Date | null>,
};

/** Who may see a link and revoke it: its maker, and the owners of the account. */
export function isManagedBy({ orm }: Pick<Database, 'orm'>, userId: number): SQL | undefined {
  const isOwner = orm
    .select({ one: sql`1` })
    .from(accountMembers)
    .where(
      and(
        eq(accountMembers.accountId, shareLinks.accountId),
        eq(accountMembers.userId, userId),
        eq(accountMembers.role, 'owner'),
      ),
    );
  return or(eq(shareLinks.userId, userId), exists(isOwner));
}

/** Lists the links of a person and of the accounts that the person owns, the newest first, including those that have ended. */
export function listShareLinks(database: Pick<Database, 'orm'>, userId: number): Promise<ShareLink[]> {
  return database.orm
    .select(listed)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.userId))
    .where(isManagedBy(database, userId))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}

/** Finds a link of that list. */
export async function findShareLink(
  database: Pick<Database, 'orm'>,
  { userId, id }: { userId: number; id: number },
): Promise<ShareLink | undefined> {
  const [link] = await database.orm
    .select(listed)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.userId))
    .where(and(isManagedBy(database, userId), eq(shareLinks.id, id)));
  return link;
}

/** When and from where a link was opened, the newest first. */
export function listOpenings({ orm }: Pick<Database, 'orm'>, linkId: number): Promise<ShareLinkOpening[]> {
  const { openedAt, network, browser, id } = shareLinkOpenings;
  return orm
    .select({ openedAt, network, browser })
    .from(shareLinkOpenings)
    .where(eq(shareLinkOpenings.linkId, linkId))
    .orderBy(desc(openedAt), desc(id));
}
