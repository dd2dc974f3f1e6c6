import { randomUUID } from 'node:crypto';
import { type Database, requireUse } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { sql } from 'drizzle-orm';
import { TESTED } from '../limits.ts';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';

/**
 * Sends a message that only says that it arrives. Returns the id of the message; undefined if there is no such channel. Throws a ServiceError if its owner has tested channels too often.
 */
export async function testChannel(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  { by }: { by: string | null },
): Promise<string | undefined> {
  const channel = await findChannel(database, scope, channelId);
  if (!channel) return undefined;
  const { userId, accountId } = channel;
  const id = randomUUID();
  const of = userId === null ? `account ${accountId}` : `person ${userId}`;
  const detail = `Channels can be tested ${TESTED.most} times an hour. Wait a while.`;
  await requireUse(database, TESTED, { of, use: id, detail });
  await database.orm.insert(notificationMessages).values({
    id,
    channelId,
    key: sql`'test ' || gen_random_uuid()`,
    type: 'channel.test',
    payload: { type: 'channel.test', by },
  });
  return id;
}
