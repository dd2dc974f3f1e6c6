import { createHash } from 'node:crypto';

/**
 * What stands in the database for a token, code, session or client secret. They are random and long, so a plain hash
 * cannot be searched for its origin.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
