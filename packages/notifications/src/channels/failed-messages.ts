import type { Database } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { and, desc, eq, sql } from 'drizzle-orm';

/** A message that was given up. */
export interface FailedMessage {
  id: string;
  /** Null for a letter. */
  channelId: number | null;
  type: string;
  createdAt: Date;
  attempts: number;
  doneAt: Date | null;
  /** What the receiver said last. */
  answer: string | null;
}

const MAX_LISTED = 200;
const m = notificationMessages;

/**
 * The newest messages that were given up, of all channels.
 * @example
 * assert.deepEqual(await listFailedMessages(database), []);
 */
export function listFailedMessages({ orm }: Pick<Database, 'orm'>): Promise<FailedMessage[]> {
  const { id, channelId, type, createdAt, attempts, doneAt, answer } = m;
  return orm
    .select({ id, channelId, type, createdAt, attempts, doneAt, answer })
    .from(m)
    .where(eq(m.outcome, 'failed'))
    .orderBy(desc(doneAt), desc(id))
    .limit(MAX_LISTED);
}

/**
 * Tries again what was given up, with the same ids: of one channel, or of all. Returns how many messages.
 * @example
 * assert.equal(await retryFailedMessages(database, 999), 0);
 */
export async function retryFailedMessages(
  { orm }: Pick<Database, 'orm'>,
  channelId?: number,
): Promise<number> {
  const retried = await orm
    .update(m)
    .set({ outcome: null, doneAt: null, attempts: 0, dueAt: sql`now()` })
    .where(and(eq(m.outcome, 'failed'), channelId === undefined ? undefined : eq(m.channelId, channelId)))
    .returning({ id: m.id });
  return retried.length;
}
