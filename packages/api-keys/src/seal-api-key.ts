import { createHash, randomBytes } from 'node:crypto';
import { seal } from '@funnel/db';

/** A legacy key as it is stored: encrypted, because the website's record shows it, and hashed, for lookups. */
export interface SealedApiKey {
  encrypted: Buffer;
  hash: Buffer;
}

/**
 * Generates a random key.
 * @example
 * assert.equal(newApiKey().length, 32);
 */
export function newApiKey(): string {
  return randomBytes(24).toString('base64url');
}

export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/**
 * Encrypts and hashes a key for storage.
 * @example
 * import { unseal } from '@funnel/db';
 *
 * const encryptionKey = new Uint8Array(32).fill(7);
 * const { encrypted, hash } = sealApiKey('a key', encryptionKey);
 * assert.equal(unseal(encrypted, encryptionKey), 'a key');
 * assert.equal(hash.length, 32);
 */
export function sealApiKey(apiKey: string, encryptionKey: Uint8Array): SealedApiKey {
  return { encrypted: seal(apiKey, encryptionKey), hash: hashApiKey(apiKey) };
}
