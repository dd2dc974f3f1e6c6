import type { ChannelEventKind, Orm } from '@funnel/db';
import { securityEvents } from '@funnel/db/schema';
import type { ChannelActor } from './channel.ts';

/** Adds to the audit log what happened to a channel. */
export async function recordChannelEvent(
  orm: Pick<Orm, 'insert'>,
  event: ChannelEventKind,
  channel: { userId?: number | null | undefined; accountId?: number | null | undefined; channelId: number },
  by: ChannelActor,
): Promise<void> {
  await orm.insert(securityEvents).values({
    kind: event,
    actorId: by.actorId ?? null,
    clientId: by.clientId ?? null,
    address: by.address ?? null,
    userId: channel.userId ?? null,
    accountId: channel.accountId ?? null,
    details: { channel: channel.channelId },
  });
}
