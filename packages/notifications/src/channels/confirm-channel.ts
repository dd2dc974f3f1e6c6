import type { Database } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ChannelActor } from './channel.ts';
import { updateChannel } from './update-channel.ts';

const { email, confirmedAt } = notificationChannels;

/**
 * Notes that the reader of an address agrees. Returns false if there is no such channel, its address is another one, or they have
 * agreed before.
 */
export function confirmChannel(
  { orm }: Pick<Database, 'orm'>,
  { channelId, email: address }: { channelId: number; email: string },
  by: ChannelActor = {},
): Promise<boolean> {
  return updateChannel(orm, 'all', channelId, {
    set: { confirmedAt: sql`now()` },
    event: 'notifications_confirmed',
    by,
    where: and(eq(email, address), isNull(confirmedAt)),
  });
}
