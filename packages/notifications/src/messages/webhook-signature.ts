import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export interface UnsignedWebhook {
  id: string;
  /** Of this attempt. */
  timestamp: Date;
  /** As it is sent, byte for byte. */
  body: string;
  /** All that are valid at the moment: during a rotation the receiver knows one of them. */
  secrets: readonly string[];
}

/** The headers that a receiver verifies. */
export interface WebhookHeaders extends Record<string, string> {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Signs a webhook as Standard Webhooks asks: one signature for each secret. */
export function signWebhook({ id, timestamp, body, secrets }: UnsignedWebhook): WebhookHeaders {
  if (secrets.length === 0) throw new Error('A webhook is signed with at least one secret');
  // The signed text is id.timestamp.body: a dot in the id would make it ambiguous.
  if (!/^[\w-]+$/.test(id)) throw new Error('The id of a webhook has letters, digits, _ and - only');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => keyOf(secret).sign(id, timestamp, body)).join(' '),
  };
}

/** Makes a secret for a webhook. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Whether a text is a secret for webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !BASE64.test(encoded)) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= MIN_SECRET_BYTES && length <= MAX_SECRET_BYTES;
}

function keyOf(secret: string): Webhook {
  if (!isWebhookSecret(secret))
    throw new Error('A secret of a webhook is whsec_ and 24 to 64 bytes in base64');
  return new Webhook(secret);
}
