import type { ChannelEventKind, Orm } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ChannelActor } from './channel.ts';
import { recordChannelEvent } from './record-channel-event.ts';
import { type ChannelScope, isIn } from './scope.ts';

const { id, userId, accountId } = notificationChannels;

/** What to set, and what the audit log says about it. */
export interface ChannelChange {
  set: Parameters<ReturnType<Orm['update']>['set']>[0];
  event: ChannelEventKind;
  by: ChannelActor;
  /** What else must be so. */
  where?: SQL | undefined;
}

/** Changes a channel, and adds it to the audit log. Returns false if there is no such channel. */
export function updateChannel(
  orm: Orm,
  scope: ChannelScope,
  channelId: number,
  { set, event, by, where }: ChannelChange,
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [changed] = await tx
      .update(notificationChannels)
      .set({ ...set, updatedAt: sql`now()` })
      .where(and(eq(id, channelId), isIn(scope), where))
      .returning({ userId, accountId });
    if (!changed) return false;
    await recordChannelEvent(tx, event, { ...changed, channelId }, by);
    return true;
  });
}
