import type { Database } from '@funnel/db';
import { problemText, validationWords } from '@funnel/domain';
import { type Clock, networkOf, verifyJsonBody } from '@funnel/service';
import { limitRate, type RateLimit } from '../rate-limit.ts';
import { registrationRequest } from './registration-request.ts';
import express, { type RequestHandler, Router } from 'express';

const PER_NETWORK: RateLimit = {
  keyOf: ({ ip }) => `registration:${networkOf(ip)}`,
  rule: { windowSeconds: 3600, limit: 20 },
  detail: 'Too many clients were registered from this address. Try again later.',
};
/** Of everybody: registration is open, and each is a row until it is deleted after a week. */
const PER_DAY: RateLimit = {
  keyOf: () => 'registration:all',
  rule: { windowSeconds: 24 * 3600, limit: 5000 },
  detail:
    'Too many clients were registered today. Try again tomorrow, or use the address of a client metadata document as client id.',
};
const BODY_LIMIT = '16kb';

/** Handles CORS, rate limit, size limit and validation before a registration reaches oidc-provider. */
export function registrationGuard(path: string, dependencies: { database: Database; clock: Clock }): Router {
  const throttle = limitRate(dependencies, PER_NETWORK, PER_DAY);
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
