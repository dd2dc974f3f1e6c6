import { shareLinks } from '@funnel/db/schema';
import { type SQL, sql } from 'drizzle-orm';

const { accountId, userId, websiteId, expiresAt, revokedAt } = shareLinks;

/**
 * Whether a link shows anything, by the clock of the database, which also decides about tokens. The rule is a function of the database:
 * `find-tokens.sql` and the limit of links ask it, too. It is asked last, because most links have ended.
 */
export const IS_ACTIVE: SQL<boolean> = sql<boolean>`(
  ${revokedAt} is null and ${expiresAt} > now()
  and share_link_is_active(${accountId}, ${userId}, ${websiteId}, ${expiresAt}, ${revokedAt}))`;
