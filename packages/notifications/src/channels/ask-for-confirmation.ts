import type { Database, Orm } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { sql } from 'drizzle-orm';
import type { ChannelActor } from './channel.ts';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';

/** Puts the mail into the outbox that asks whether messages may be sent to an address. */
export async function askForConfirmation(
  orm: Orm,
  channelId: number,
  { email }: Pick<ChannelActor, 'email'>,
): Promise<void> {
  await orm.insert(notificationMessages).values({
    channelId,
    key: sql`'confirm ' || gen_random_uuid()`,
    type: 'channel.confirm',
    payload: { type: 'channel.confirm', by: email ?? 'Somebody of your company' },
  });
}

/**
 * Sends the mail again that asks whether messages may be sent. Returns false if there is no such channel, or its reader has agreed or
 * said no. Limit how often somebody may do it.
 */
export async function askAgain(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  by: ChannelActor = {},
): Promise<boolean> {
  const channel = await findChannel(database, scope, channelId);
  if (channel?.kind !== 'email' || channel.confirmedAt || channel.switchedOffAt) return false;
  await askForConfirmation(database.orm, channelId, by);
  return true;
}
