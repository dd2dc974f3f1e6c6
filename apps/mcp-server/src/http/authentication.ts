import { type Authenticator, type Principal, requireScope } from '@funnel/auth';
import type { Request, RequestHandler } from 'express';

/** Every tool reads reports, and nothing else is offered: one scope for the whole address. */
export const SCOPE = 'reports';

const principals = new WeakMap<Request, Principal>();

/** 401, 403 and 503 are HTTP answers, whatever the message asks for: a client authorizes again on them. */
export function authentication(authenticator: Authenticator): RequestHandler {
  return async (req, _res, next) => {
    // Node keeps only the first of two Authorization headers; joined, two are refused.
    const principal = await authenticator.authenticate(req.headersDistinct['authorization']?.join(', '));
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
