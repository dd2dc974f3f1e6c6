import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Generates a random token, session id or grant id. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * SHA-256 of a token, code, session id or client secret: only this is stored. They are long and random, so a plain
 * hash cannot be guessed backwards.
 */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The same in hex, for client secrets, which are stored inside a JSON document. */
export function hashSecret(secret: string): string {
  return secretHash(secret).toString('hex');
}
