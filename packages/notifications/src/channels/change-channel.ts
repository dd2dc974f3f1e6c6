import type { Database } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { and, eq, type SQL } from 'drizzle-orm';
import { type ChannelActor, type ChannelWishes, WISHES } from './channel.ts';
import { checkWishes } from './check-channel.ts';
import { checkTold } from './check-told.ts';
import { movedDigest, nextDigest, refuseUnknownZone } from './next-digest.ts';
import { type ChannelScope, isIn } from './scope.ts';
import { updateChannel } from './update-channel.ts';

/**
 * Changes what a channel sends; what is not named stays. Of two changes at once, both are made. Returns false if there is no such channel.
 */
export async function changeChannel(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  change: Partial<ChannelWishes>,
  by: ChannelActor = {},
): Promise<boolean> {
  const changed = orm.transaction(async (tx) => {
    // The next change waits here, and starts from what this one leaves.
    const [found] = await tx
      .select({ ...WISHES, userId: notificationChannels.userId })
      .from(notificationChannels)
      .where(and(eq(notificationChannels.id, channelId), isIn(scope)))
      .for('update');
    if (!found) return false;
    const { userId, ...before } = found;
    const wishes = { ...before, ...change };
    checkWishes(wishes);
    await checkTold(tx, userId, wishes);
    const nextDigestAt = nextDigestOf(before, wishes);
    const set = { ...wishes, ...(nextDigestAt && { nextDigestAt }) };
    return updateChannel(tx, scope, channelId, { set, event: 'notifications_changed', by });
  });
  return changed.catch(refuseUnknownZone);
}

/** Undefined if the change has nothing to do with it: the week that is due stays due. */
function nextDigestOf(before: ChannelWishes, after: ChannelWishes): SQL | undefined {
  if (after.digest && !before.digest) return nextDigest(after);
  const isSame = before.timeZone === after.timeZone && before.digestHour === after.digestHour;
  return isSame ? undefined : movedDigest(before, after);
}
