import type { Database } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { MAX_ID } from '@funnel/domain';
import { and, eq } from 'drizzle-orm';
import { type Channel, LISTED } from './channel.ts';
import { type ChannelScope, isIn } from './scope.ts';

const { id } = notificationChannels;

/** Lists the channels of somebody, the oldest first. */
export function listChannels({ orm }: Pick<Database, 'orm'>, scope: ChannelScope): Promise<Channel[]> {
  return orm.select(LISTED).from(notificationChannels).where(isIn(scope)).orderBy(id);
}

/** Finds one of them. */
export async function findChannel(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
): Promise<Channel | undefined> {
  if (!Number.isInteger(channelId) || channelId < 1 || channelId > MAX_ID) return undefined;
  const [found] = await orm
    .select(LISTED)
    .from(notificationChannels)
    .where(and(eq(id, channelId), isIn(scope)));
  return found;
}
