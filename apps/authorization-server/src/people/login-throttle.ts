import { createHash } from 'node:crypto';
import { consumeThrottle, normalizeEmail, refundThrottle, type ThrottleRule } from '@funnel/identity';
import type { Database } from '@funnel/db';
import ipaddr from 'ipaddr.js';

const WINDOW_SECONDS = 15 * 60;
const PER_EMAIL: ThrottleRule = { windowSeconds: WINDOW_SECONDS, limit: 10 };
const PER_ADDRESS: ThrottleRule = { windowSeconds: WINDOW_SECONDS, limit: 50 };

export interface LoginAttempt {
  email: string;
  address: string | undefined;
  now: Date;
}

export type Admission = { refund(): Promise<void> } | { retryAfterSeconds: number };

/**
 * Counted before the password is looked at, so that parallel guesses cannot slip through together; a login that
 * succeeds takes its count back. What is left are the failures.
 */
export async function admitLogin(
  database: Database,
  { email, address, now }: LoginAttempt,
): Promise<Admission> {
  const limits = [
    { key: `login:address:${networkOf(address)}`, rule: PER_ADDRESS },
    { key: `login:email:${digest(normalizeEmail(email))}`, rule: PER_EMAIL },
  ];
  for (const { key, rule } of limits) {
    const { allowed, retryAfterSeconds } = await consumeThrottle(database, key, { ...rule, now });
    if (!allowed) return { retryAfterSeconds };
  }
  return {
    async refund() {
      for (const { key, rule } of limits) await refundThrottle(database, key, { ...rule, now });
    },
  };
}

/** One subscriber holds a whole IPv6 /64: its addresses count together. */
export function networkOf(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
