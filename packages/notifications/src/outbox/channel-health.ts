import type { Database } from '@funnel/db';
import { accountMembers, notificationChannels, notificationMessages, users } from '@funnel/db/schema';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { recordChannelEvent } from '../channels/record-channel-event.ts';
import type { ChannelOff } from '../messages/message.ts';

const { id, failingSince, switchedOffAt } = notificationChannels;

/** Notes that something arrived. */
export async function noteArrival({ orm }: Pick<Database, 'orm'>, channelId: number): Promise<void> {
  await orm
    .update(notificationChannels)
    .set({ failingSince: null })
    .where(and(eq(id, channelId), sql`${failingSince} is not null`));
}

/** Notes that something did not arrive. */
export async function noteFailure({ orm }: Pick<Database, 'orm'>, channelId: number): Promise<void> {
  await orm
    .update(notificationChannels)
    .set({ failingSince: sql`now()` })
    .where(and(eq(id, channelId), isNull(failingSince)));
}

/** Switches a channel off where nothing arrives, drops what waits for it, and tells its owners by e-mail. Does nothing if it is off already. */
export async function switchOffBroken(
  { orm }: Pick<Database, 'orm'>,
  channelId: number,
  { reason, answer }: { reason: string; answer: string },
): Promise<void> {
  await orm.transaction(async (tx) => {
    const [channel] = await tx
      .update(notificationChannels)
      .set({ switchedOffAt: sql`now()`, offReason: reason, updatedAt: sql`now()` })
      .where(and(eq(id, channelId), isNull(switchedOffAt)))
      .returning({
        name: notificationChannels.name,
        userId: notificationChannels.userId,
        accountId: notificationChannels.accountId,
        kind: notificationChannels.kind,
        failingSince,
        now: sql<string>`now()`.mapWith(String),
      });
    if (!channel) return;
    await tx
      .update(notificationMessages)
      .set({ doneAt: sql`now()`, outcome: 'dropped', answer: 'the channel was switched off' })
      .where(and(eq(notificationMessages.channelId, channelId), isNull(notificationMessages.doneAt)));
    await recordChannelEvent(tx, 'notifications_off', { ...channel, channelId }, {});
    // An address that takes no mail cannot be told so by mail.
    if (channel.kind === 'email') return;
    const owners = await tx
      .selectDistinct({ userId: users.id, email: users.email })
      .from(users)
      .leftJoin(accountMembers, eq(accountMembers.userId, users.id))
      .where(
        or(
          channel.userId === null ? undefined : eq(users.id, channel.userId),
          channel.accountId === null
            ? undefined
            : and(eq(accountMembers.accountId, channel.accountId), eq(accountMembers.role, 'owner')),
        ),
      );
    const since = channel.failingSince ?? new Date(channel.now);
    const off = {
      type: 'channel.off',
      name: channel.name,
      failingSince: since.toISOString(),
      answer,
    } as const;
    for (const owner of owners) {
      const payload: ChannelOff = { ...off, to: owner.email };
      await tx
        .insert(notificationMessages)
        .values({
          channelId,
          key: `off ${since.toISOString()} ${owner.userId}`,
          type: off.type,
          payload: { ...payload },
        })
        .onConflictDoNothing();
    }
  });
}
