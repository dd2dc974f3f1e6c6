import { type Database, inWebsiteTransaction, type Orm, ormOn, ownsAccount } from '@funnel/db';
import { accountMembers, shareLinkOpenings, shareLinks, users, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { type AnyColumn, and, asc, desc, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm';
import { IS_ACTIVE } from './active-link.ts';

/** How many openings of a link are kept. */
export const MAX_OPENINGS = 1_000;

/** Whose links, as far as they are of these websites. */
export interface LinkScope {
  userId: number;
  websiteIds: readonly WebsiteId[];
}

/** A link as its list shows it. `campaignId` is null for the whole website. */
export interface ShareLink
  extends Omit<
    typeof shareLinks.$inferSelect,
    'secretHash' | 'passwordHash' | 'grantIdHash' | 'requestId' | 'accountId'
  > {
  /** Of its maker; null if the maker has left the account. */
  email: string | null;
  /** Whether it shows anything: it was not revoked, has not expired, and its maker may still share the website. */
  isActive: boolean;
  /** At most `MAX_OPENINGS` are kept. */
  openings: number;
  lastOpenedAt: Date | null;
}

export type ShareLinkOpening = Omit<typeof shareLinkOpenings.$inferSelect, 'id' | 'linkId'>;

const {
  secretHash: _secret,
  passwordHash: _password,
  grantIdHash: _grant,
  requestId: _request,
  accountId: _account,
  ...stored
} = getTableColumns(shareLinks);
const listed = {
  ...stored,
  email: users.email,
  isActive: IS_ACTIVE,
  openings: sql<number>`(
    select count(*)::int from share_link_openings as o where o.link_id = ${shareLinks.id})`,
  lastOpenedAt:
    sql`(select max(o.opened_at) from share_link_openings as o where o.link_id = ${shareLinks.id})`
      .mapWith(shareLinkOpenings.openedAt)
      .as('last_opened_at') as SQL.Aliased<Date | null>,
};

/** Runs work that is about the websites of a scope. No data of theirs is read, so no machine of theirs has to answer. */
export function inScope<Result>(
  database: Pick<Database, 'sql'>,
  { websiteIds }: LinkScope,
  work: (orm: Orm) => Promise<Result>,
): Promise<Result> {
  return inWebsiteTransaction(database, websiteIds, (connection) => work(ormOn(connection)), []);
}

/** Who may see a link and revoke it: its maker, and the owners of the account. */
export function isManagedBy(orm: Orm, { userId, websiteIds }: LinkScope): SQL | undefined {
  return and(
    isOneOf(shareLinks.websiteId, websiteIds),
    or(eq(shareLinks.userId, userId), ownsAccount(orm, userId, shareLinks.accountId)),
  );
}

/** Lists the links of a person and of the accounts that the person owns, the newest first. */
export function listShareLinks(
  database: Pick<Database, 'sql'>,
  scope: LinkScope,
  { isActive, start = 0, limit = 100 }: { isActive?: boolean; start?: number; limit?: number } = {},
): Promise<{ links: ShareLink[]; total: number }> {
  return inScope(database, scope, async (orm) => {
    const state = isActive === undefined ? undefined : sql`${IS_ACTIVE} = ${isActive}::boolean`;
    const wanted = and(isManagedBy(orm, scope), state);
    const links = await select(orm)
      .where(wanted)
      .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
      .offset(start)
      .limit(limit);
    return { links, total: await orm.$count(shareLinks, wanted) };
  });
}

/** Finds a link of that list. */
export function findShareLink(
  database: Pick<Database, 'sql'>,
  scope: LinkScope,
  id: number,
): Promise<ShareLink | undefined> {
  return inScope(database, scope, async (orm) => {
    const [link] = await select(orm).where(and(isManagedBy(orm, scope), eq(shareLinks.id, id)));
    return link;
  });
}

function select(orm: Orm) {
  return orm.select(listed).from(shareLinks).leftJoin(users, eq(users.id, shareLinks.userId));
}

/** When and from where a link of that list was opened, the newest first. */
export function listOpenings(
  database: Pick<Database, 'sql'>,
  scope: LinkScope,
  id: number,
): Promise<ShareLinkOpening[]> {
  const { openedAt, network, browser, linkId } = shareLinkOpenings;
  return inScope(database, scope, (orm) =>
    orm
      .select({ openedAt, network, browser })
      .from(shareLinkOpenings)
      .innerJoin(shareLinks, eq(shareLinks.id, linkId))
      .where(and(isManagedBy(orm, scope), eq(linkId, id)))
      .orderBy(desc(openedAt), desc(shareLinkOpenings.id)),
  );
}

/** Those of the websites, all of which the person may see, that the person may share. */
export function shareableWebsites(database: Pick<Database, 'sql'>, scope: LinkScope): Promise<WebsiteId[]> {
  const { accountId, userId, role } = accountMembers;
  return inScope(database, scope, async (orm) => {
    const rows = await orm
      .select({ id: websites.id })
      .from(websites)
      .innerJoin(accountMembers, eq(accountId, websites.accountId))
      .where(and(isOneOf(websites.id, scope.websiteIds), eq(userId, scope.userId), ne(role, 'reader')))
      .orderBy(asc(websites.id));
    return rows.map(({ id }) => id);
  });
}

function isOneOf(column: AnyColumn, websiteIds: readonly WebsiteId[]): SQL {
  return sql`${column} = any (${`{${websiteIds.join()}}`}::text::int[])`;
}
