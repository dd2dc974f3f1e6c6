import { type Authenticator, type Principal, requireScope } from '@funnel/auth';
import type { RateLimiter } from '@funnel/service';
import type { Request, RequestHandler } from 'express';

/** Every tool reads reports, and nothing else is offered: one scope for the whole address. */
export const SCOPE = 'reports';

const principals = new WeakMap<Request, Principal>();

export interface Admission {
  authenticator: Authenticator;
  /** Without one nobody is counted. */
  rateLimiter?: RateLimiter;
}

/** 401, 403, 429 and 503 are HTTP answers, whatever the message asks for: a client authorizes again, or waits. */
export function authentication({ authenticator, rateLimiter }: Admission): RequestHandler {
  return async (req, res, next) => {
    // Node keeps only the first of two Authorization headers; joined, two are refused.
    const principal = await authenticator.authenticate(req.headersDistinct['authorization']?.join(', '));
    if (rateLimiter) res.set(await rateLimiter.take(principal.credentialKey));
    requireScope(principal, SCOPE);
    principals.set(req, principal);
    next();
  };
}

export function principalOf(req: Request): Principal {
  const principal = principals.get(req);
  if (!principal) throw new Error('The request was not authenticated');
  return principal;
}
