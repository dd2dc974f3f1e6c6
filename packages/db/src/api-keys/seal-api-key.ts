import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The legacy key of a website at rest: encrypted, so that the website's record can show it, and hashed, to find it. */
export interface SealedApiKey {
  encrypted: Buffer;
  hash: Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function newApiKey(): string {
  return randomBytes(24).toString('base64url');
}

export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** `encryptionKey`: 32 bytes. */
export function sealApiKey(apiKey: string, encryptionKey: Uint8Array): SealedApiKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey, nonce);
  const body = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return { encrypted: Buffer.concat([nonce, cipher.getAuthTag(), body]), hash: hashApiKey(apiKey) };
}

/** Throws when the bytes were changed or another key sealed them. */
export function openApiKey(encrypted: Uint8Array, encryptionKey: Uint8Array): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
