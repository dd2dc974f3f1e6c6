import { generateKeyPairSync, randomBytes } from 'node:crypto';

// The kinds of secrets, for this clone and for deployments.

/** 32 random bytes, as text without special characters. */
export function randomSecret() {
  return randomBytes(32).toString('base64url');
}

/** A key for AES-256. */
export function encryptionKey() {
  return randomBytes(32).toString('base64');
}

/** A JSON Web Key Set with one private ES256 key. */
export function signingKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(8).toString('hex');
  return JSON.stringify({
    keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid }],
  });
}
