import type { Database } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { and, eq } from 'drizzle-orm';
import type { ChannelActor } from './channel.ts';
import { recordChannelEvent } from './record-channel-event.ts';
import { type ChannelScope, isIn } from './scope.ts';

const { id, userId, accountId } = notificationChannels;

/** Removes a channel, and what was not sent yet. Returns false if there is no such channel. */
export function removeChannel(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  by: ChannelActor = {},
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [removed] = await tx
      .delete(notificationChannels)
      .where(and(eq(id, channelId), isIn(scope)))
      .returning({ userId, accountId });
    if (!removed) return false;
    await recordChannelEvent(tx, 'notifications_removed', { ...removed, channelId }, by);
    return true;
  });
}
