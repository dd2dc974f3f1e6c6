import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { consumeThrottle, type ThrottleRule } from '@funnel/identity';
import { type Clock, networkOf } from '@funnel/service';
import type { Request, RequestHandler } from 'express';

/** How often something may happen, counted by a key. */
export interface RateLimit {
  keyOf: (req: Request) => string;
  rule: ThrottleRule;
  /** For one request too many. */
  detail: string;
}

/** Everybody of an office may share one address. Each authorization stores a record, before anybody has signed in. */
export const NEW_AUTHORIZATIONS: RateLimit = {
  keyOf: ({ ip }) => `authorization:${networkOf(ip)}`,
  rule: { windowSeconds: 600, limit: 300 },
  detail: 'Too many sign-ins were started from this network. Try again later.',
};

/** Throws a ServiceError (`rate_limited`) for a request that is one too many. */
export function limitRate(
  { database, clock }: { database: Database; clock: Clock },
  ...limits: RateLimit[]
): RequestHandler {
  return async (req, _res, next) => {
    for (const { keyOf, rule, detail } of limits) {
      const counted = await consumeThrottle(database, keyOf(req), { ...rule, now: clock() });
      const headers = { 'Retry-After': String(counted.retryAfterSeconds) };
      if (!counted.allowed) throw new ServiceError('rate_limited', detail, { headers });
    }
    next();
  };
}
