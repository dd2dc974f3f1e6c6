import {
  type Actor,
  type Database,
  inWebsiteTransaction,
  type Limit,
  type Orm,
  ormOn,
  recordSecurityEvents,
  requireUse,
  tokenLifeLimits,
} from '@funnel/db';
import { shareLinks, websites } from '@funnel/db/schema';
import { ServiceError, type WebsiteId } from '@funnel/domain';
import { newToken, secretHash } from '@funnel/secrets';
import { and, eq, sql } from 'drizzle-orm';
import { grantIdOf } from './grant-id.ts';

export interface ShareLinkRequest {
  /** A UUID. The same one again makes no second link. */
  requestId: string;
  userId: number;
  name: string;
  websiteId: WebsiteId;
  /** Null: the whole website. */
  campaignId: number | null;
  password: string | null;
  lifeDays: number;
}

export interface CreatedShareLink {
  id: number;
  /** Part of its address. Returned only once, since only its hash is stored: undefined for a request that was sent before. */
  secret: string | undefined;
}

export interface CreateOptions {
  /** Hashes a password, which takes a third of a second of a core. */
  hash: (password: string, accountId: number) => Promise<string>;
  by: Actor;
}

export const MAX_LINK_DAYS = 365;
export const MAX_ACTIVE_LINKS = 100;
/** Who makes and revokes links without end would fill the table, and keep the service hashing. */
const MADE: Limit = { name: 'share links', most: 200, seconds: 3_600 };

/**
 * Creates a link that shows one website, or one campaign of it, to whoever has its secret. It ends with the rights of its maker. Throws a
 * ServiceError for a website that the person may not share, for a life that is too long, and for more links than a person may have or
 * make. A password is hashed only after that.
 */
export async function createShareLink(
  database: Database,
  request: ShareLinkRequest,
  { hash, by }: CreateOptions,
): Promise<CreatedShareLink> {
  const { websiteId, password } = request;
  const inTransaction = <Result>(work: (orm: Orm) => Promise<Result>) =>
    inWebsiteTransaction(database, [websiteId], (connection) => work(ormOn(connection)), []);
  let passwordHash: string | null = null;
  if (password !== null) {
    // No transaction is open while the password waits for its turn.
    const checked = await inTransaction((orm) => checkRequest(orm, request));
    if ('id' in checked) return checked;
    passwordHash = await hash(password, checked.accountId);
  }
  return inTransaction(async (orm) => {
    const checked = await checkRequest(orm, request);
    return 'id' in checked ? checked : insertLink(orm, { ...request, ...checked, passwordHash }, by);
  });
}

/** The account of the link to create, or the link that the request has created before. */
async function checkRequest(
  orm: Orm,
  { requestId, userId, websiteId, lifeDays }: ShareLinkRequest,
): Promise<CreatedShareLink | { accountId: number }> {
  // Of several at once, none is one too many, and none is made twice: the last ones wait.
  await orm.execute(sql`select pg_advisory_xact_lock(hashtext('share links'), ${userId}::int)`);
  const before = await linkOfRequest(orm, { requestId, userId, websiteId });
  if (before) return { id: before.id, secret: undefined };
  const accountId = await sharedFrom(orm, { userId, websiteId });
  await checkLife(orm, websiteId, lifeDays);
  await checkCount(orm, userId);
  // Counted by the request: one that is sent again takes no further use.
  const detail = `A person can make ${MADE.most} links an hour. Wait a while.`;
  await requireUse({ orm }, MADE, { of: `person ${userId}`, use: requestId, detail });
  return { accountId };
}

async function linkOfRequest(
  orm: Orm,
  { requestId, userId, websiteId }: Pick<ShareLinkRequest, 'requestId' | 'userId' | 'websiteId'>,
) {
  const isSame = and(
    eq(shareLinks.userId, userId),
    eq(shareLinks.requestId, requestId),
    eq(shareLinks.websiteId, websiteId),
  );
  const [link] = await orm.select({ id: shareLinks.id }).from(shareLinks).where(isSame);
  return link;
}

async function insertLink(
  orm: Orm,
  link: ShareLinkRequest & { accountId: number; passwordHash: string | null },
  by: Actor,
): Promise<CreatedShareLink> {
  const { password: _password, lifeDays, ...stored } = link;
  const { userId, accountId, websiteId, campaignId, passwordHash } = stored;
  const secret = newToken('share');
  const [row] = await orm
    .insert(shareLinks)
    .values({
      ...stored,
      secretHash: secretHash(secret),
      grantIdHash: secretHash(grantIdOf(secret)),
      expiresAt: sql`now() + make_interval(days => ${lifeDays}::int)`,
    })
    .onConflictDoNothing({ target: [shareLinks.userId, shareLinks.requestId] })
    .returning({ id: shareLinks.id });
  // A role that sees only stated websites does not see the other link.
  if (!row)
    throw new ServiceError(
      'invalid_field',
      'This request_id has made a link of another website. Use a new one.',
      {
        parameter: 'request_id',
      },
    );
  await recordSecurityEvents(orm, {
    ...by,
    kind: 'share_link_created',
    userId,
    accountId,
    websiteIds: [websiteId],
    details: {
      link: row.id,
      ...(campaignId !== null && { campaign: campaignId }),
      days: lifeDays,
      password: passwordHash !== null,
    },
  });
  return { id: row.id, secret };
}

async function sharedFrom(
  orm: Orm,
  { userId, websiteId }: Pick<ShareLinkRequest, 'userId' | 'websiteId'>,
): Promise<number> {
  const { id, accountId } = websites;
  const mayShare = sql`share_link_is_active(${accountId}, ${userId}::int, ${id}, 'infinity', null)`;
  const [found] = await orm
    .select({ accountId })
    .from(websites)
    .where(and(eq(id, websiteId), mayShare));
  if (found) return found.accountId;
  const detail =
    'There is no such website that you may share. Who may only read shares nothing: the owner of the account can change that.';
  throw new ServiceError('not_found', detail, { parameter: 'website_id' });
}

async function checkLife(orm: Orm, websiteId: WebsiteId, lifeDays: number): Promise<void> {
  const [limit] = await tokenLifeLimits(orm, [websiteId]);
  const days = Math.min(limit?.days ?? MAX_LINK_DAYS, MAX_LINK_DAYS);
  if (lifeDays <= days) return;
  const whose = limit ? ` for websites of ${limit.accountName}: its owner says so` : '';
  const most = days === 1 ? '1 day' : `${days} days`;
  throw new ServiceError('invalid_field', `A link may be valid for ${most} at most${whose}.`, {
    parameter: 'days',
  });
}

async function checkCount(orm: Orm, userId: number): Promise<void> {
  const [row] = await orm.execute<{ count: number }>(
    sql`select count_active_share_links(${userId}::int) as count`,
  );
  if ((row?.count ?? 0) < MAX_ACTIVE_LINKS) return;
  const detail = `You have ${MAX_ACTIVE_LINKS} active links, which is the most. Revoke one that is no longer needed.`;
  throw new ServiceError('invalid_field', detail);
}
