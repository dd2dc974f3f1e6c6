import { createHmac } from 'node:crypto';

/** The id of the grant of a link. Only its hash is stored, so only somebody with the secret knows it. */
export function grantIdOf(secret: string): string {
  return createHmac('sha256', secret).update('grant').digest('base64url');
}
