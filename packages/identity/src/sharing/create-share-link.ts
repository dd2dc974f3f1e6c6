import { type Database, type Orm, ormOn } from '@funnel/db';
import { shareLinks, users } from '@funnel/db/schema';
import { bytea, float8, int4, nullable, text, timestamptz } from '@funnel/db/sql';
import { DASHBOARD_CLIENT_ID, ServiceError, type WebsiteId } from '@funnel/domain';
import { and, eq } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { newToken } from '../authorization/token-format.ts';
import { tokenLifeLimits } from '../authorization/token-life.ts';
import { secretHash } from '../secrets.ts';
import { statement } from '../statement.ts';
import { IS_ACTIVE } from './active-link.ts';
import { grantIdOf } from './link-secrets.ts';

export interface ShareLinkRequest {
  userId: number;
  name: string;
  websiteId: WebsiteId;
  /** Null: the whole website. */
  campaignId: number | null;
  /** Null: no password. */
  passwordHash: string | null;
  /** The identifier of the REST API. */
  resource: string;
  lifeSeconds: number;
}

export interface CreatedShareLink {
  /** Part of its address. Shown only once, since only its hash is stored. */
  secret: string;
  id: number;
  expiresAt: Date;
}

const create = statement(
  'create-share-link',
  {
    user: int4(),
    subject: text(),
    name: text(),
    website: int4(),
    campaign: nullable(int4()),
    scope: text(),
    resource: text(),
    lifeSeconds: float8(),
    client: text(),
    secretHash: bytea(),
    passwordHash: nullable(text()),
    grantIdHash: bytea(),
  },
  { id: int4(), account_id: int4(), expires_at: timestamptz() },
);

const SCOPE = 'reports';
const DAY_SECONDS = 86_400;
export const MAX_ACTIVE_LINKS = 100;
const MAX_LINK_DAYS = 365;

/**
 * Creates a link that shows one website, or one campaign of it, to whoever has its secret. It has a grant of its own, so it ends with the
 * rights of its maker. Throws a ServiceError for a website that the person may not share, for a life that is too long, and for more active
 * links than a person may have.
 */
export function createShareLink(
  database: Database,
  request: ShareLinkRequest,
  by: Actor = {},
): Promise<CreatedShareLink> {
  const { userId, name, websiteId, campaignId, passwordHash, resource, lifeSeconds } = request;
  return database.sql.begin(async (transaction) => {
    const orm = ormOn(transaction);
    await checkLife(orm, websiteId, lifeSeconds);
    await checkCount(orm, userId);
    const secret = newToken('share');
    const [row] = await create(transaction, {
      user: userId,
      subject: String(userId),
      name,
      website: websiteId,
      campaign: campaignId,
      scope: SCOPE,
      resource,
      lifeSeconds,
      client: DASHBOARD_CLIENT_ID,
      secretHash: secretHash(secret),
      passwordHash,
      grantIdHash: secretHash(grantIdOf(secret)),
    });
    if (!row) throw new ServiceError('not_found', 'There is no such website that you may share.');
    const { id, account_id: accountId, expires_at: expiresAt } = row;
    await recordSecurityEvents(orm, {
      ...by,
      kind: 'share_link_created',
      userId,
      accountId,
      websiteIds: [websiteId],
      details: {
        link: id,
        ...(campaignId !== null && { campaign: campaignId }),
        days: Math.round(lifeSeconds / DAY_SECONDS),
        password: passwordHash !== null,
      },
    });
    return { secret, id, expiresAt: new Date(expiresAt) };
  });
}

async function checkLife(orm: Orm, websiteId: WebsiteId, lifeSeconds: number): Promise<void> {
  const [limit] = await tokenLifeLimits(orm, [websiteId]);
  const days = Math.min(limit?.days ?? MAX_LINK_DAYS, MAX_LINK_DAYS);
  if (lifeSeconds <= days * DAY_SECONDS) return;
  const whose = limit ? ` for websites of ${limit.accountName}: its owner says so` : '';
  const most = days === 1 ? '1 day' : `${days} days`;
  throw new ServiceError('invalid_field', `A link may be valid for ${most} at most${whose}.`);
}

/** Locks the person, so that two requests at once do not both get the last place. */
async function checkCount(orm: Orm, userId: number): Promise<void> {
  await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if ((await orm.$count(shareLinks, and(eq(shareLinks.userId, userId), IS_ACTIVE))) < MAX_ACTIVE_LINKS)
    return;
  const detail = `You have ${MAX_ACTIVE_LINKS} active links, which is the most. Revoke one that is no longer needed.`;
  throw new ServiceError('invalid_field', detail);
}
