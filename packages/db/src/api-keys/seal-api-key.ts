import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A legacy key as it is stored: encrypted, because the website's record shows it, and hashed, for lookups. */
export interface SealedApiKey {
  encrypted: Buffer;
  hash: Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Generates a random key. */
export function newApiKey(): string {
  return randomBytes(24).toString('base64url');
}

/** SHA-256 of a key. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** Encrypts and hashes a key for storage; `encryptionKey` has 32 bytes. */
export function sealApiKey(apiKey: string, encryptionKey: Uint8Array): SealedApiKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey, nonce);
  const body = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return { encrypted: Buffer.concat([nonce, cipher.getAuthTag(), body]), hash: hashApiKey(apiKey) };
}

/** Decrypts a stored key. Throws if it was tampered with or sealed with another encryption key. */
export function openApiKey(encrypted: Uint8Array, encryptionKey: Uint8Array): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
