import { WebhookError } from './webhook-error.ts';
import { matchesSignature, webhookKeys } from './webhook-keys.ts';
import type { webhooks } from './schema.ts';

/** What the service sends to webhooks; `type` tells which one it is. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** The headers of a request: those of `fetch`, or those of Node. */
export type RequestHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How strict the check is. */
export interface VerifyOptions {
  /** The time, for tests; the clock by default. */
  now?: Date;
  /** How old, or how far in the future, a request may be, in seconds; five minutes by default. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 20;

/**
 * Verifies a request to a webhook and returns its event. Pass the body as it arrived, before it is parsed: one other
 * byte makes another signature. Throws a `WebhookError` for every request that the service has not sent just now.
 * @example
 * const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
 * await assert.rejects(verifyWebhook(secret, new Headers(), '{}'), { code: 'missing_header' });
 */
export async function verifyWebhook(
  secretOrSecrets: string | readonly string[],
  headers: RequestHeaders,
  rawBody: string | Uint8Array,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = await webhookKeys(typeof secretOrSecrets === 'string' ? [secretOrSecrets] : secretOrSecrets);
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  requireRecent(timestamp, options);
  const body = bytesOf(rawBody);
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  for (const signature of signatures)
    for (const key of keys) if (await matchesSignature(key, signature, signed)) return eventOf(body);
  throw new WebhookError(
    'no_matching_signature',
    'No signature matches. Check that the secret is that of this webhook, and that the body is passed as it arrived, before it is parsed.',
  );
}

function headerOf(headers: RequestHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : ownHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('missing_header', `The header ${name} is missing. Pass all headers of the request.`);
}

/** Node writes names in small letters, others as they were sent. */
function ownHeader(headers: object, name: string): unknown {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] as unknown;
  return Array.isArray(found) && found.length === 1 ? found[0] : found;
}

function requireRecent(
  timestamp: string,
  { now, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('invalid_timestamp', 'webhook-timestamp is not a number of seconds since 1970.');
  // oxlint-disable-next-line funnel/no-wall-clock -- the receiver's own clock; tests pass `now`
  const age = (now ?? new Date()).getTime() / 1000 - Number(timestamp);
  if (age > toleranceSeconds)
    throw new WebhookError(
      'too_old',
      `The request was signed ${Math.round(age)} seconds ago; ${toleranceSeconds} are allowed. Check the clock of this machine.`,
    );
  if (age < -toleranceSeconds)
    throw new WebhookError(
      'too_new',
      `The request was signed ${Math.round(-age)} seconds in the future; ${toleranceSeconds} are allowed. Check the clock of this machine.`,
    );
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new WebhookError(
    'invalid_body',
    'The body is neither a text nor bytes. Pass it as it arrived, before it is parsed.',
  );
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookError('invalid_body', 'The signature matches, but the body is not JSON.');
  }
}
