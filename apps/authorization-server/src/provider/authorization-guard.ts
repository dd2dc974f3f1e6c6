import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { consumeThrottle } from '@funnel/identity';
import { type Clock, networkOf } from '@funnel/service';
import type { RequestHandler } from 'express';

/** Everybody of an office may share one address. */
const AUTHORIZATIONS_PER_NETWORK = { windowSeconds: 600, limit: 300 };

/** Limits new authorizations per network: each one stores a record, before anybody has signed in. */
export function authorizationGuard({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): RequestHandler {
  return async (req, _res, next) => {
    const key = `authorization:${networkOf(req.ip)}`;
    const { allowed, retryAfterSeconds } = await consumeThrottle(database, key, {
      ...AUTHORIZATIONS_PER_NETWORK,
      now: clock(),
    });
    if (allowed) return next();
    throw new ServiceError(
      'rate_limited',
      'Too many sign-ins were started from this network. Try again later.',
      {
        headers: { 'Retry-After': String(retryAfterSeconds) },
      },
    );
  };
}
