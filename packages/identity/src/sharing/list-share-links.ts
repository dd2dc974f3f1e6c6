import { type Database, ownsAccount } from '@funnel/db';
import { shareLinkOpenings, shareLinks, users } from '@funnel/db/schema';
import { and, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { IS_ACTIVE } from './active-link.ts';

/** A link as its list shows it. `campaignId` is null for the whole website. */
export interface ShareLink
  extends Omit<typeof shareLinks.$inferSelect, 'secretHash' | 'passwordHash' | 'grantIdHash'> {
  /** Of its maker. */
  email: string;
  hasPassword: boolean;
  /** Whether it shows anything: it was not revoked, has not expired, and its maker may still share the website. */
  isActive: boolean;
  /** At most `MAX_OPENINGS` are kept. */
  openings: number;
  lastOpenedAt: Date | null;
}

export type ShareLinkOpening = Omit<typeof shareLinkOpenings.$inferSelect, 'id' | 'linkId'>;

const { secretHash: _secret, passwordHash, grantIdHash: _grant, ...stored } = getTableColumns(shareLinks);
const listed = {
  ...stored,
  email: users.email,
  hasPassword: sql<boolean>`${passwordHash} is not null`,
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
  return or(eq(shareLinks.userId, userId), ownsAccount(orm, userId, shareLinks.accountId));
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
