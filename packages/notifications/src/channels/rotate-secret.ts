import { type Database, seal } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { ServiceError } from '@funnel/domain';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { newWebhookSecret } from '../messages/webhook-signature.ts';
import type { ChannelSettings } from './add-channel.ts';
import type { ChannelActor } from './channel.ts';
import { findChannel } from './read-channels.ts';
import type { ChannelScope } from './scope.ts';
import { updateChannel } from './update-channel.ts';

const BOTH_SECRETS_DAYS = 7;

const { previousSecretUntil } = notificationChannels;

/**
 * Gives a webhook a new secret, shown only now. For a week the previous one signs too; until then there is no other new one, because a third could not
 * sign. Undefined if there is no such webhook.
 */
export async function rotateSecret(
  { orm }: Pick<Database, 'orm'>,
  scope: ChannelScope,
  channelId: number,
  { encryptionKey }: ChannelSettings,
  by: ChannelActor = {},
): Promise<string | undefined> {
  const secret = newWebhookSecret();
  // A trigger keeps the previous one: whoever rotates it need not be able to read it.
  const set = {
    previousSecretUntil: sql`now() + make_interval(days => ${BOTH_SECRETS_DAYS}::int)`,
    secret: seal(secret, encryptionKey),
  };
  const isRotated = await updateChannel(orm, scope, channelId, {
    set,
    event: 'notifications_changed',
    by,
    where: and(
      eq(notificationChannels.kind, 'webhook'),
      or(isNull(previousSecretUntil), lt(previousSecretUntil, sql`now()`)),
    ),
  });
  if (isRotated) return secret;
  const { previousSecretUntil: until } = (await findChannel({ orm }, scope, channelId)) ?? {};
  if (!until) return undefined;
  const detail = `The previous secret signs until ${until.toISOString()}, so that your program can change over. A new one can be made after that; to end both at once, remove the channel and add it again.`;
  throw new ServiceError('invalid_field', detail, { parameter: 'id' });
}
