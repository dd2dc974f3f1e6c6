import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '@funnel/secrets';

/** The hashes of the secrets of a client, of which any is accepted, as one text that oidc-provider can keep. */
export function hashSecrets(secrets: readonly string[]): string {
  return secrets.map(hashSecret).join(' ');
}

/** Whether a secret is one of those, in a time that does not depend on which. */
export function isSecret(presented: string, hashes: string): boolean {
  const hash = Buffer.from(hashSecret(presented));
  const matches = hashes
    .split(' ')
    .map((each) => each.length === hash.length && timingSafeEqual(hash, Buffer.from(each)));
  return matches.includes(true);
}
