import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for storage. `encryptionKey` has 32 bytes; of several keys in a row, the first one encrypts.
 * @example
 * const encryptionKey = new Uint8Array(32).fill(7);
 * assert.equal(unseal(seal('a key', encryptionKey), encryptionKey), 'a key');
 */
export function seal(text: string, encryptionKey: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey.subarray(0, KEY_BYTES), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts what `seal` made. Throws if it was tampered with or sealed with another encryption key. Of several encryption keys in
 * a row, each may have sealed it: that is how they are rotated.
 * @example
 * const sealed = seal('a key', new Uint8Array(32).fill(7));
 * assert.equal(unseal(sealed, new Uint8Array(32).fill(7)), 'a key');
 * assert.throws(() => unseal(sealed, new Uint8Array(32).fill(8)));
 *
 * const newAndOld = new Uint8Array(64).fill(8, 0, 32).fill(7, 32);
 * assert.equal(unseal(sealed, newAndOld), 'a key');
 */
export function unseal(sealed: Uint8Array, encryptionKey: Uint8Array): string {
  for (let from = 0; ; from += KEY_BYTES) {
    const isLast = from + KEY_BYTES >= encryptionKey.length;
    try {
      return unsealWith(sealed, encryptionKey.subarray(from, from + KEY_BYTES));
    } catch (error) {
      if (isLast) throw error;
    }
  }
}

function unsealWith(sealed: Uint8Array, encryptionKey: Uint8Array): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
