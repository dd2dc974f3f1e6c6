import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const PURPOSE = 'funnel notifications: links in messages';

/** What a link in a message lets its reader do. */
export type LinkPurpose = 'unsubscribe' | 'confirm';

export interface LinkClaims {
  purpose: LinkPurpose;
  channelId: number;
  /** What must still be so for it to be valid: the address of the channel. */
  binding: string;
  expiresAt: Date | null;
}

/** The part of a link that shows that we made it. Of several encryption keys in a row, the first one signs. */
export function signLink(claims: LinkClaims, encryptionKey: Uint8Array): string {
  const { purpose, channelId, binding, expiresAt } = claims;
  const expiry = expiresAt ? Math.floor(expiresAt.getTime() / 1000) : 0;
  const body = `${purpose}.${channelId}.${expiry}.${digestOf(binding)}`;
  return `${body}.${signature(body, encryptionKey.subarray(0, KEY_BYTES))}`;
}

/** A link that we made: compare its binding with `isBoundTo`, and its expiry with the time. */
export interface ReadLink extends Omit<LinkClaims, 'binding'> {
  isBoundTo(binding: string): boolean;
}

/** Reads the part of a link that `signLink` made. Undefined if we did not make it. */
export function readLink(token: string, encryptionKey: Uint8Array): ReadLink | undefined {
  const end = token.lastIndexOf('.');
  const [body, given] = [token.slice(0, Math.max(0, end)), token.slice(end + 1)];
  const isOurs = keysOf(encryptionKey).map((key) => isEqual(signature(body, key), given));
  const [purpose, id, expiry, digest] = body.split('.');
  if (!isOurs.includes(true) || (purpose !== 'unsubscribe' && purpose !== 'confirm')) return undefined;
  return {
    purpose,
    channelId: Number(id),
    expiresAt: expiry === '0' ? null : new Date(1000 * Number(expiry)),
    isBoundTo: (binding) => digestOf(binding) === digest,
  };
}

function keysOf(encryptionKey: Uint8Array): Uint8Array[] {
  return Array.from({ length: encryptionKey.length / KEY_BYTES }, (_, at) =>
    encryptionKey.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  );
}

function signature(body: string, key: Uint8Array): string {
  const derived = Buffer.from(hkdfSync('sha256', key, '', PURPOSE, KEY_BYTES));
  return createHmac('sha256', derived).update(body).digest('base64url');
}

function digestOf(binding: string): string {
  return createHmac('sha256', PURPOSE).update(binding).digest('base64url').slice(0, 16);
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
