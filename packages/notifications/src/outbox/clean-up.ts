import type { Database } from '@funnel/db';
import {
  notificationChannels,
  notificationEpisodes,
  notificationLimits,
  notificationMessages,
} from '@funnel/db/schema';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { LONGEST_LIMIT_DAYS } from '../limits.ts';

/** How long what is over stays visible. */
const KEPT_DAYS = 90;
/** How long an address may take to agree. */
const UNCONFIRMED_DAYS = 7;
/** What nobody could try to send for so long is no news any more. */
const UNTRIED_DAYS = 7;

/**
 * Deletes what is long over: messages and episodes after 90 days, addresses that never agreed after 7. Returns how many rows. Before, it gives up messages
 * that nobody could try to send for 7 days.
 */
export async function deleteOldNotifications({ orm }: Pick<Database, 'orm'>): Promise<number> {
  const before = daysAgo(KEPT_DAYS);
  const { doneAt, attempts } = notificationMessages;
  await orm
    .update(notificationMessages)
    .set({ doneAt: sql`now()`, outcome: 'dropped' })
    .where(and(isNull(doneAt), eq(attempts, 0), lt(notificationMessages.createdAt, daysAgo(UNTRIED_DAYS))));
  const { confirmedAt, createdAt } = notificationChannels;
  const deleted = [
    await orm.delete(notificationMessages).where(lt(doneAt, before)),
    await orm.delete(notificationEpisodes).where(lt(notificationEpisodes.endedAt, before)),
    await orm
      .delete(notificationLimits)
      .where(lt(notificationLimits.lastUsedAt, daysAgo(LONGEST_LIMIT_DAYS))),
    await orm
      .delete(notificationChannels)
      .where(and(isNull(confirmedAt), lt(createdAt, daysAgo(UNCONFIRMED_DAYS)))),
  ];
  return deleted.reduce((sum, { count }) => sum + count, 0);
}

function daysAgo(days: number) {
  return sql`now() - make_interval(days => ${days}::int)`;
}
