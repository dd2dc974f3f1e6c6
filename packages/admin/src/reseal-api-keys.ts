import { eq } from 'drizzle-orm';
import { type Database, seal, unseal } from '@funnel/db';
import { websites } from '@funnel/db/schema';

/**
 * Encrypts the legacy keys of all websites again, with the first of the encryption keys. Returns how many. It can be
 * interrupted and run again.
 * @example
 * const newAndOld = new Uint8Array([...new Uint8Array(32).fill(9), ...encryptionKey]);
 * assert.equal(await resealApiKeys(database, newAndOld), 2);
 * // Back again, for the other examples.
 * assert.equal(await resealApiKeys(database, new Uint8Array([...encryptionKey, ...newAndOld])), 2);
 */
export async function resealApiKeys({ orm }: Database, encryptionKey: Uint8Array): Promise<number> {
  const rows = await orm.select({ id: websites.id, sealed: websites.apiKeyEncrypted }).from(websites);
  for (const { id, sealed } of rows) {
    const again = seal(unseal(sealed, encryptionKey), encryptionKey);
    await orm.update(websites).set({ apiKeyEncrypted: again }).where(eq(websites.id, id));
  }
  return rows.length;
}
