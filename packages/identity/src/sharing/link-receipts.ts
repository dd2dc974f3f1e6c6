import { createHmac, timingSafeEqual } from 'node:crypto';

/** What shows that a link was opened with its password. Nobody can tell it from the secret alone. */
export function receiptOf(secret: string, passwordHash: string | null): string {
  return createHmac('sha256', secret)
    .update(`receipt:${passwordHash ?? ''}`)
    .digest('base64url');
}

/** Whether it is the receipt of this link, in a time that does not depend on it. */
export function isReceipt(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
