import type { Database } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { desc, eq } from 'drizzle-orm';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';

/** What became of a message. */
export interface Delivery {
  id: string;
  type: string;
  websiteId: WebsiteId | null;
  campaignId: number | null;
  createdAt: Date;
  /** When it is tried next; null if it is done. */
  nextAttemptAt: Date | null;
  attempts: number;
  doneAt: Date | null;
  outcome: 'sent' | 'failed' | 'dropped' | null;
  /** What the receiver said last. */
  answer: string | null;
}

/**
 * The newest messages of a channel.
 * @example
 * assert.deepEqual(await listDeliveries(database, { userId: 999 }, 1), []);
 */
export async function listDeliveries(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  limit = 50,
): Promise<Delivery[]> {
  if (!(await findChannel(database, scope, channelId))) return [];
  const m = notificationMessages;
  const rows = await database.orm
    .select({
      id: m.id,
      type: m.type,
      websiteId: m.websiteId,
      campaignId: m.campaignId,
      createdAt: m.createdAt,
      dueAt: m.dueAt,
      attempts: m.attempts,
      doneAt: m.doneAt,
      outcome: m.outcome,
      answer: m.answer,
    })
    .from(m)
    .where(eq(m.channelId, channelId))
    .orderBy(desc(m.createdAt), desc(m.id))
    .limit(limit);
  return rows.map(({ dueAt, ...row }) => ({ ...row, nextAttemptAt: row.doneAt ? null : dueAt }));
}
