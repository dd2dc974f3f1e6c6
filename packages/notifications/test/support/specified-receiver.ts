import { createHmac, timingSafeEqual } from 'node:crypto';

/** A receiver written from the text of Standard Webhooks, without any library for it. */
export function isAccepted(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  now: Date,
): boolean {
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${body}`).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((versioned) => {
    const [version, signature = ''] = versioned.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
