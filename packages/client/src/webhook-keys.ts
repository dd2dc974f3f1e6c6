import { WebhookError } from './webhook-error.ts';

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const PREFIX = 'whsec_';
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };
const VERSION = 'v1,';

export function webhookKeys(secrets: readonly string[]): Promise<Key[]> {
  if (secrets.length === 0) throw new WebhookError('invalid_secret', 'There is no secret to verify with.');
  return Promise.all(
    secrets.map((secret) => {
      const bytes = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : undefined;
      if (bytes && bytes.length > 0)
        return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['verify']);
      throw new WebhookError(
        'invalid_secret',
        'A secret begins with whsec_, followed by base64. Copy it from the settings of the webhook.',
      );
    }),
  );
}

/** Whether a signature, with its version, is that of the bytes. Takes the same time whatever is wrong with it. */
export async function matchesSignature(
  key: Key,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = signature.startsWith(VERSION) ? decoded(signature.slice(VERSION.length)) : undefined;
  return bytes !== undefined && crypto.subtle.verify(ALGORITHM, key, bytes, signed);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
