import type { Database } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { and, desc, eq, sql } from 'drizzle-orm';

const { id, channelId: channel, type, createdAt, attempts, doneAt, outcome, answer } = notificationMessages;
const LISTED = { id, channelId: channel, type, createdAt, attempts, doneAt, answer };
const MAX_LISTED = 200;

export type FailedMessage = Pick<typeof notificationMessages.$inferSelect, keyof typeof LISTED>;

/** The newest messages that were given up, of all channels. */
export function listFailedMessages({ orm }: Pick<Database, 'orm'>): Promise<FailedMessage[]> {
  return orm
    .select(LISTED)
    .from(notificationMessages)
    .where(eq(outcome, 'failed'))
    .orderBy(desc(doneAt), desc(id))
    .limit(MAX_LISTED);
}

/** Tries again what was given up, with the same ids: of one channel, or of all. Returns how many messages. */
export async function retryFailedMessages(
  { orm }: Pick<Database, 'orm'>,
  channelId?: number,
): Promise<number> {
  const retried = await orm
    .update(notificationMessages)
    .set({ outcome: null, doneAt: null, attempts: 0, dueAt: sql`now()` })
    .where(and(eq(outcome, 'failed'), channelId === undefined ? undefined : eq(channel, channelId)))
    .returning({ id });
  return retried.length;
}
