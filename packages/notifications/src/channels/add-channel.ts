import { type Database, type Orm, seal } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { mailAddress, ServiceError } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import { newWebhookSecret } from '../messages/webhook-signature.ts';
import { askForConfirmation } from './ask-for-confirmation.ts';
import type { ChannelActor, ChannelOwner, ChannelTarget, ChannelWishes } from './channel.ts';
import { checkTarget, checkWishes } from './check-channel.ts';
import { checkTold } from './check-told.ts';
import { nextDigest, refuseUnknownZone } from './next-digest.ts';
import { recordChannelEvent } from './record-channel-event.ts';

export interface NewChannel extends ChannelWishes {
  owner: ChannelOwner;
  target: ChannelTarget;
}

/** What a new channel needs beside its wishes. */
export interface ChannelSettings {
  encryptionKey: Uint8Array;
  /** Origins that may be in a private network or without https, for local trials. */
  privateReceivers?: readonly string[] | undefined;
}

/** More is a mistake. */
export const MAX_CHANNELS = 50;
const MAX_UNCONFIRMED = 5;

const { id } = notificationChannels;

/**
 * Adds a channel. The secret of a webhook is shown only now. Throws a ServiceError for what is not valid, and for more channels than somebody may have. An address that is not
 * confirmed gets a mail that asks.
 */
export async function addChannel(
  { orm }: Pick<Database, 'orm'>,
  { owner, target, ...wishes }: NewChannel,
  { encryptionKey, privateReceivers }: ChannelSettings,
  by: ChannelActor = {},
): Promise<{ id: number; secret: string | undefined }> {
  checkWishes(wishes);
  checkTarget(target, privateReceivers);
  const isAsked = target.kind === 'email' && !target.isConfirmed;
  const secret = target.kind === 'webhook' ? newWebhookSecret() : undefined;
  return orm
    .transaction(async (tx) => {
      await checkTold(tx, owner.userId, wishes);
      await checkCount(tx, owner, isAsked);
      const [added] = await tx
        .insert(notificationChannels)
        .values({
          ...owner,
          ...wishes,
          kind: target.kind,
          hint: hintOf(target),
          email: target.kind === 'email' ? hintOf(target) : null,
          address: target.kind === 'email' ? null : seal(target.url, encryptionKey),
          secret: secret ? seal(secret, encryptionKey) : null,
          confirmedAt: isAsked ? null : sql`now()`,
          nextDigestAt: nextDigest(wishes),
        })
        .returning({ id });
      if (!added) throw new Error('The database returned no row for a channel');
      if (isAsked) await askForConfirmation(tx, added.id, by);
      await recordChannelEvent(tx, 'notifications_added', { ...owner, channelId: added.id }, by);
      return { id: added.id, secret };
    })
    .catch(refuseUnknownZone);
}

/**
 * Of several at once, none is one too many: the last ones wait for the lock of the owner. Strangers get a mail for each address that waits.
 */
async function checkCount(tx: Orm, { userId, accountId }: ChannelOwner, isAsked: boolean): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('notification channels'), ${userId ?? -accountId}::int)`,
  );
  // All of them, whatever websites the transaction has stated.
  const [count] = await tx.execute<{ channels: number; waiting: number }>(
    sql`select channels, waiting from count_channels(${userId ?? null}::int, ${accountId ?? null}::int)`,
  );
  const full = `There may be ${MAX_CHANNELS} channels at most. Remove one that is no longer needed.`;
  if (!count || count.channels >= MAX_CHANNELS) throw new ServiceError('invalid_field', full);
  if (!isAsked || count.waiting < MAX_UNCONFIRMED) return;
  const detail = `${MAX_UNCONFIRMED} addresses have not been confirmed yet. Wait for them, or remove one.`;
  throw new ServiceError('invalid_field', detail, { parameter: 'email' });
}

/** What people see of an address: not what would let them use it. */
function hintOf(target: ChannelTarget): string {
  if (target.kind === 'email') return mailAddress(target.email) ?? target.email;
  const { origin, pathname } = new URL(target.url);
  const end = pathname.slice(-4);
  return target.kind === 'slack'
    ? `${origin}/…${end}`
    : `${origin}${pathname.length > 24 ? `/…${end}` : pathname}`;
}
