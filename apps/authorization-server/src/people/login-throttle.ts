import { createHash } from 'node:crypto';
import {
  consumeThrottle,
  consumeWithDelay,
  type GrowingDelayRule,
  normalizeEmail,
  refundThrottle,
  resetThrottle,
  type ThrottleRule,
} from '@funnel/identity';
import type { Database } from '@funnel/db';
import { networkOf } from '@funnel/service';

const MINUTES = 60;
const PER_NETWORK: ThrottleRule = { windowSeconds: 15 * MINUTES, limit: 50 };
/** After ten failures: 1, 2, 4 … seconds, at most 15 minutes. Only for this network, so a stranger locks nobody out. */
const PER_EMAIL_AND_NETWORK: GrowingDelayRule = {
  windowSeconds: 24 * 60 * MINUTES,
  free: 10,
  maxDelaySeconds: 15 * MINUTES,
};
/** Against guessing from many networks: a short delay, so that the person can still sign in. */
const PER_EMAIL: GrowingDelayRule = { windowSeconds: 15 * MINUTES, free: 300, maxDelaySeconds: 4 };

export interface LoginAttempt {
  email: string;
  address: string | undefined;
  now: Date;
}

/** Whether an attempt is allowed: `refund` takes back its count, `retryAfterSeconds` says when to try again. */
export type Admission = { refund: () => Promise<void> } | Refusal;

/** An attempt that came too early. */
interface Refusal {
  retryAfterSeconds: number;
  /** Whether none was refused for the same reason in the last minutes. */
  isFirst: boolean;
}

/** The audit log gets one event in 15 minutes, because somebody who guesses passwords goes on after a refusal. */
const RECORDED: ThrottleRule = { windowSeconds: 15 * MINUTES, limit: 1 };

/**
 * Slows down failed logins, per e-mail address and network. Attempts are counted before the password is checked, so that
 * parallel guesses count too; a successful login takes its count back.
 */
export function admitLogin(database: Database, { email, address, now }: LoginAttempt): Promise<Admission> {
  const network = networkOf(address);
  const person = digest(normalizeEmail(email));
  const keys = {
    network: networkKey(network),
    pair: `login:pair:${person}:${network}`,
    email: `login:email:${person}`,
  };
  return admit(database, keys, now);
}

/** Slows down guesses of the password of a share link in the same way, per link and network. */
export function admitGuess(
  database: Database,
  { linkId, network, now }: { linkId: number; network: string; now: Date },
): Promise<Admission> {
  const keys = {
    network: `share:address:${network}`,
    pair: `share:pair:${linkId}:${network}`,
    email: `share:link:${linkId}`,
  };
  return admit(database, keys, now);
}

async function admit(
  database: Database,
  keys: Readonly<Record<'network' | 'pair' | 'email', string>>,
  now: Date,
): Promise<Admission> {
  const checks = {
    pair: () => consumeWithDelay(database, keys.pair, { ...PER_EMAIL_AND_NETWORK, now }),
    network: () => consumeThrottle(database, keys.network, { ...PER_NETWORK, now }),
    email: () => consumeWithDelay(database, keys.email, { ...PER_EMAIL, now }),
  };
  for (const name of ['pair', 'network', 'email'] as const) {
    const { allowed, retryAfterSeconds } = await checks[name]();
    if (allowed) continue;
    const { allowed: isFirst } = await consumeThrottle(database, `${keys[name]}:recorded`, {
      ...RECORDED,
      now,
    });
    return { retryAfterSeconds, isFirst };
  }
  return {
    async refund() {
      await resetThrottle(database, keys.pair);
      await refundThrottle(database, keys.network, { ...PER_NETWORK, now });
      await refundThrottle(database, keys.email, { ...PER_EMAIL, now });
    },
  };
}

/** Slows down failed logins that name nobody, per network. */
export async function admitNetwork(
  database: Database,
  { address, now }: Pick<LoginAttempt, 'address' | 'now'>,
): Promise<{ refund(): Promise<void> } | { retryAfterSeconds: number }> {
  const key = networkKey(networkOf(address));
  const { allowed, retryAfterSeconds } = await consumeThrottle(database, key, { ...PER_NETWORK, now });
  if (!allowed) return { retryAfterSeconds };
  return { refund: () => refundThrottle(database, key, { ...PER_NETWORK, now }) };
}

const networkKey = (network: string) => `login:address:${network}`;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
