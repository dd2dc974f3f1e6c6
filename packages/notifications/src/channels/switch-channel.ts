import type { Database, Orm } from '@funnel/db';
import { sql } from 'drizzle-orm';
import { askForConfirmation } from './ask-for-confirmation.ts';
import type { ChannelActor } from './channel.ts';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';
import { updateChannel } from './update-channel.ts';

/** Why a channel is off whose reader has followed the link in a mail. */
export const UNSUBSCRIBED = 'unsubscribed';

/**
 * Switches a channel off, or on again. Returns false if there is no such channel. Whoever has unsubscribed is asked by mail before
 * anything else is sent there, unless it is the person's own address.
 */
export async function switchChannel(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  to: 'on' | 'off',
  { reason = 'switched off', ...by }: ChannelActor & { reason?: string } = {},
): Promise<boolean> {
  const { orm } = database;
  if (to === 'off') {
    const off = { switchedOffAt: sql`now()`, offReason: reason };
    return updateChannel(orm, scope, channelId, { set: off, event: 'notifications_off', by });
  }
  const channel = await findChannel(database, scope, channelId);
  if (!channel) return false;
  const hasUnsubscribed = channel.kind === 'email' && channel.offReason === UNSUBSCRIBED;
  const isAsked = hasUnsubscribed && channel.email !== by.email;
  const set = {
    switchedOffAt: null,
    offReason: null,
    failingSince: null,
    ...(isAsked && { confirmedAt: null }),
  };
  return orm.transaction(async (tx: Orm) => {
    const isOn = await updateChannel(tx, scope, channelId, { set, event: 'notifications_changed', by });
    if (isOn && isAsked) await askForConfirmation(tx, channelId, by);
    return isOn;
  });
}
