import type { Database } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { desc, eq } from 'drizzle-orm';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';

const { id, type, websiteId, campaignId, createdAt, dueAt, attempts, doneAt, outcome, answer } =
  notificationMessages;
type Stored = typeof notificationMessages.$inferSelect;

/** What became of a message, and when it is tried next; null if it is done. */
export interface Delivery extends Omit<Stored, 'channelId' | 'key' | 'episodeId' | 'payload' | 'dueAt'> {
  websiteId: WebsiteId | null;
  nextAttemptAt: Date | null;
}

/** The newest messages of a channel. */
export async function listDeliveries(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  limit = 50,
): Promise<Delivery[]> {
  if (!(await findChannel(database, scope, channelId))) return [];
  const rows = await database.orm
    .select({ id, type, websiteId, campaignId, createdAt, dueAt, attempts, doneAt, outcome, answer })
    .from(notificationMessages)
    .where(eq(notificationMessages.channelId, channelId))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ dueAt: next, ...row }) => ({ ...row, nextAttemptAt: row.doneAt ? null : next }));
}
