import { shareLinks } from '@funnel/db/schema';
import { and, gt, isNull, type SQL, sql } from 'drizzle-orm';

const { accountId, userId, websiteId, grantIdHash, expiresAt, revokedAt } = shareLinks;

/** Whether the grant of a link lives, and its maker may still share the website in the account that it was shared from. */
const IS_COVERED = sql<boolean>`(
  exists (
    select from authorization_records as given
    where given.model = 'Grant' and given.id_hash = ${grantIdHash} and given.expires_at > now())
  and exists (
    select from grant_websites as granted
    where granted.grant_id_hash = ${grantIdHash} and ${websiteId} = any (granted.website_ids))
  and exists (
    select from websites as website
    join account_members as member on member.account_id = website.account_id
    where website.id = ${websiteId} and website.account_id = ${accountId} and member.user_id = ${userId}
      and member.role <> 'reader' and (member.website_ids is null or website.id = any (member.website_ids))))`;

/** Whether a link shows anything. By the clock of the database, which also decides about tokens. */
export const IS_ACTIVE = and(isNull(revokedAt), gt(expiresAt, sql`now()`), IS_COVERED) as SQL<boolean>;
