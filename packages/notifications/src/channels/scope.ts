import { accountMembers, notificationChannels } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';

/** Which channels somebody may see and change. */
export type ChannelScope =
  /** The person's own, and those of the accounts that the person owns. */
  | { userId: number }
  /** Those of a program: only about websites of its token; and only its person's, if it acts for one. */
  | { websiteIds: readonly WebsiteId[]; forUser: number | null }
  /** The operator. */
  | 'all';

export function isIn(scope: ChannelScope): SQL | undefined {
  if (scope === 'all') return undefined;
  const { userId, accountId, websiteIds } = notificationChannels;
  if ('websiteIds' in scope) {
    const within = sql`${websiteIds} <@ ${`{${scope.websiteIds.join()}}`}::text::int[]`;
    return and(within, scope.forUser === null ? sql`${userId} is null` : eq(userId, scope.forUser));
  }
  const owned = sql`${accountId} in (
    select m.account_id from ${accountMembers} as m where m.user_id = ${scope.userId} and m.role = 'owner')`;
  return or(eq(userId, scope.userId), owned);
}
