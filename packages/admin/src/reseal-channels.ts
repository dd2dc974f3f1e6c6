import { type Database, seal, unseal } from '@funnel/db';
import { notificationChannels } from '@funnel/db/schema';
import { eq, isNotNull } from 'drizzle-orm';

const { id, address, secret, previousSecret } = notificationChannels;

/**
 * Encrypts the addresses and secrets of all webhooks and Slack channels again, with the first of the encryption keys. Returns how many channels. It can
 * be interrupted and run again, while others change channels.
 * @example
 * assert.equal(await resealChannels(database, encryptionKey), 0); // there are none
 */
export async function resealChannels({ orm }: Database, encryptionKey: Uint8Array): Promise<number> {
  const again = (sealed: Buffer | null) => sealed && seal(unseal(sealed, encryptionKey), encryptionKey);
  const sealedOnes = await orm.select({ id }).from(notificationChannels).where(isNotNull(address));
  for (const channel of sealedOnes) {
    await orm.transaction(async (tx) => {
      const own = eq(id, channel.id);
      const [row] = await tx
        .select({ address, secret, previousSecret })
        .from(notificationChannels)
        .where(own)
        .for('update');
      if (!row) return;
      await tx
        .update(notificationChannels)
        .set({ address: again(row.address), secret: again(row.secret) })
        .where(own);
      // Apart from the secret, because a trigger keeps the secret before a new one here.
      await tx
        .update(notificationChannels)
        .set({ previousSecret: again(row.previousSecret) })
        .where(own);
    });
  }
  return sealedOnes.length;
}
