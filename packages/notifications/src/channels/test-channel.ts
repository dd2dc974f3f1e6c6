import type { Database } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { ServiceError } from '@funnel/domain';
import { and, eq, gte, sql } from 'drizzle-orm';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';

/** How often a channel may be tested in an hour. */
const MAX_TESTS_PER_HOUR = 10;

/**
 * Sends a message that only says that it arrives. Returns the id of the message; undefined if there is no such channel. Throws a ServiceError for a channel that was tested too often.
 * @example
 * assert.equal(await testChannel(database, { userId: 999 }, 1, { by: null }), undefined);
 */
export async function testChannel(
  database: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  { by }: { by: string | null },
): Promise<string | undefined> {
  const { orm } = database;
  if (!(await findChannel(database, scope, channelId))) return undefined;
  const since = sql`now() - interval '1 hour'`;
  const ofChannel = and(
    eq(notificationMessages.channelId, channelId),
    eq(notificationMessages.type, 'channel.test'),
  );
  const tests = await orm.$count(
    notificationMessages,
    and(ofChannel, gte(notificationMessages.createdAt, since)),
  );
  if (tests >= MAX_TESTS_PER_HOUR)
    throw new ServiceError(
      'rate_limited',
      `A channel can be tested ${MAX_TESTS_PER_HOUR} times an hour. Wait a while.`,
    );
  const [added] = await orm
    .insert(notificationMessages)
    .values({
      channelId,
      key: sql`'test ' || gen_random_uuid()`,
      type: 'channel.test',
      payload: { type: 'channel.test', by },
    })
    .returning({ id: notificationMessages.id });
  return added?.id;
}
