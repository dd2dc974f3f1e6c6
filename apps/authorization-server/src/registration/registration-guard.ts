import { consumeThrottle } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { problemText, ServiceError, validationWords } from '@funnel/domain';
import type { Clock } from '@funnel/service';
import { networkOf, verifyJsonBody } from '@funnel/service';
import { registrationRequest } from './registration-request.ts';
import express, { type RequestHandler, Router } from 'express';

/** What the rate limit needs. */
export interface RegistrationGuardOptions {
  database: Database;
  clock: Clock;
}

const PER_NETWORK = { windowSeconds: 3600, limit: 20 };
/** Of everybody: registration is open, and each is a row until it is deleted after a week. */
const PER_DAY = { windowSeconds: 24 * 3600, limit: 5000 };
const TOO_MANY_FROM_NETWORK = 'Too many clients were registered from this address. Try again later.';
const TOO_MANY_TODAY =
  'Too many clients were registered today. Try again tomorrow, or use the address of a client metadata document as client id.';
const BODY_LIMIT = '16kb';

/** Handles CORS, rate limit, size limit and validation before a registration reaches oidc-provider. */
export function registrationGuard(path: string, { database, clock }: RegistrationGuardOptions): Router {
  const throttle: RequestHandler = async (req, _res, next) => {
    const limits = [
      { key: `registration:${networkOf(req.ip)}`, rule: PER_NETWORK, detail: TOO_MANY_FROM_NETWORK },
      { key: 'registration:all', rule: PER_DAY, detail: TOO_MANY_TODAY },
    ];
    for (const { key, rule, detail } of limits) {
      const { allowed, retryAfterSeconds } = await consumeThrottle(database, key, { ...rule, now: clock() });
      if (!allowed) {
        const headers = { 'Retry-After': String(retryAfterSeconds) };
        throw new ServiceError('rate_limited', detail, { headers });
      }
    }
    next();
  };

  const router = Router({ strict: true });
  router
    .route(path)
    .all(allowAnyOrigin)
    .options((_req, res) => void res.status(204).end())
    .post(throttle, express.json({ limit: BODY_LIMIT, verify: verifyJsonBody }), validate);
  return router;
}

/** Registration is open, so pages of any origin may use it. */
const allowAnyOrigin: RequestHandler = (_req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type, MCP-Protocol-Version',
    'Access-Control-Expose-Headers': 'Retry-After',
    'Access-Control-Max-Age': '3600',
  });
  next();
};

const validate: RequestHandler = (req, res, next) => {
  const parsed = registrationRequest.safeParse(req.body, { error: validationWords });
  if (parsed.success) {
    req.body = parsed.data;
    return next();
  }
  const [issue] = parsed.error.issues;
  const { path = [], message = 'is not valid' } = issue ?? {};
  res.status(400).json({
    error: path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    error_description: problemText(path, message, 'The body'),
  });
};
