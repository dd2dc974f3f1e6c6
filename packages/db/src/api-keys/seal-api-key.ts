import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A legacy key as it is stored: encrypted, because the website's record shows it, and hashed, for lookups. */
export interface SealedApiKey {
  encrypted: Buffer;
  hash: Buffer;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Generates a random key.
 * @example
 * assert.equal(newApiKey().length, 32);
 */
export function newApiKey(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * SHA-256 of a key.
 * @example
 * assert.equal(hashApiKey('a key').length, 32);
 */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/**
 * Encrypts and hashes a key for storage. `encryptionKey` has 32 bytes; of several keys in a row, the first one encrypts.
 * @example
 * const encryptionKey = new Uint8Array(32).fill(7);
 * const { encrypted, hash } = sealApiKey('a key', encryptionKey);
 * assert.equal(openApiKey(encrypted, encryptionKey), 'a key');
 * assert.deepEqual(hash, hashApiKey('a key'));
 */
export function sealApiKey(apiKey: string, encryptionKey: Uint8Array): SealedApiKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey.subarray(0, KEY_BYTES), nonce);
  const body = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return { encrypted: Buffer.concat([nonce, cipher.getAuthTag(), body]), hash: hashApiKey(apiKey) };
}

/**
 * Decrypts a stored key. Throws if it was tampered with or sealed with another encryption key. Of several encryption keys in
 * a row, each may have sealed it: that is how they are rotated.
 * @example
 * const { encrypted } = sealApiKey('a key', new Uint8Array(32).fill(7));
 * assert.equal(openApiKey(encrypted, new Uint8Array(32).fill(7)), 'a key');
 * assert.throws(() => openApiKey(encrypted, new Uint8Array(32).fill(8)));
 *
 * const newAndOld = new Uint8Array(64).fill(8, 0, 32).fill(7, 32);
 * assert.equal(openApiKey(encrypted, newAndOld), 'a key');
 */
export function openApiKey(encrypted: Uint8Array, encryptionKey: Uint8Array): string {
  for (let from = 0; ; from += KEY_BYTES) {
    const isLast = from + KEY_BYTES >= encryptionKey.length;
    try {
      return openWith(encrypted, encryptionKey.subarray(from, from + KEY_BYTES));
    } catch (error) {
      if (isLast) throw error;
    }
  }
}

function openWith(encrypted: Uint8Array, encryptionKey: Uint8Array): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
