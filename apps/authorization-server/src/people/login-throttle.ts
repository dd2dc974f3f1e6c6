import { createHash } from 'node:crypto';
import { consumeThrottle, normalizeEmail, refundThrottle, type ThrottleRule } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { networkOf } from '@funnel/service';

const WINDOW_SECONDS = 15 * 60;
const PER_EMAIL: ThrottleRule = { windowSeconds: WINDOW_SECONDS, limit: 10 };
const PER_ADDRESS: ThrottleRule = { windowSeconds: WINDOW_SECONDS, limit: 50 };

/** An attempt to sign in. */
export interface LoginAttempt {
  email: string;
  address: string | undefined;
  now: Date;
}

/** Whether an attempt is allowed: `refund` takes back its count, `retryAfterSeconds` says when to try again. */
export type Admission = { refund(): Promise<void> } | { retryAfterSeconds: number };

/**
 * Limits failed logins per e-mail address and per network. Attempts are counted before the password is checked, so that
 * parallel guesses count too; a successful login takes its count back.
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

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
