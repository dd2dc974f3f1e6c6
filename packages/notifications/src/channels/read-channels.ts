import type { Database } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { MAX_ID } from '@funnel/domain';
import { and, eq } from 'drizzle-orm';
import type { Channel } from './channel.ts';
import { type ChannelScope, isIn } from './scope.ts';

const { id } = notificationChannels;

/** What a channel sends, where and when: the columns of `ChannelWishes`. */
export const WISHES = {
  name: notificationChannels.name,
  websiteIds: notificationChannels.websiteIds,
  breaks: notificationChannels.breaks,
  verdicts: notificationChannels.verdicts,
  digest: notificationChannels.digest,
  noData: notificationChannels.noData,
  language: notificationChannels.language,
  timeZone: notificationChannels.timeZone,
  digestHour: notificationChannels.digestHour,
  quietFrom: notificationChannels.quietFrom,
  quietTo: notificationChannels.quietTo,
};

/** Neither the address nor a secret. */
const listed = {
  id,
  ...WISHES,
  userId: notificationChannels.userId,
  accountId: notificationChannels.accountId,
  kind: notificationChannels.kind,
  email: notificationChannels.email,
  hint: notificationChannels.hint,
  confirmedAt: notificationChannels.confirmedAt,
  failingSince: notificationChannels.failingSince,
  switchedOffAt: notificationChannels.switchedOffAt,
  offReason: notificationChannels.offReason,
  previousSecretUntil: notificationChannels.previousSecretUntil,
  createdAt: notificationChannels.createdAt,
};

/**
 * Lists the channels of somebody, the oldest first.
 * @example
 * assert.deepEqual(await listChannels(database, { userId: 999 }), []);
 */
export function listChannels({ orm }: Pick<Database, 'orm'>, scope: ChannelScope): Promise<Channel[]> {
  return orm.select(listed).from(notificationChannels).where(isIn(scope)).orderBy(id);
}

/**
 * Finds one of them.
 * @example
 * assert.equal(await findChannel(database, { userId: 999 }, 1), undefined);
 */
export async function findChannel(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
): Promise<Channel | undefined> {
  if (!Number.isInteger(channelId) || channelId < 1 || channelId > MAX_ID) return undefined;
  const [found] = await orm
    .select(listed)
    .from(notificationChannels)
    .where(and(eq(id, channelId), isIn(scope)));
  return found;
}
