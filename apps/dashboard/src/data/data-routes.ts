import { ServiceError } from '@funnel/domain';
import {
  admissionOf,
  type Handler,
  HungUpError,
  type Logger,
  type RateLimiter,
  requestIdOf,
} from '@funnel/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { type Asker, askRest, type TokenSource } from '../upstream/ask-rest.ts';
import type { BoundedAnswer } from '../upstream/bounded-fetch.ts';
import { questionAddress } from './questions.ts';
import { requireSameOrigin } from './same-origin.ts';

/** Finds out who asks, and with which token. */
export interface Askers<One extends Asker> extends TokenSource<One> {
  find(req: Request): Promise<One | undefined>;
  /** Forgets who asks, and says why. Without `one` it is not known who asks. */
  ended(req: Request, res: Response, one?: One): ServiceError;
}

export interface DataDependencies<One extends Asker> {
  askers: Askers<One>;
  baseOf?: (req: Request) => string | undefined;
  rateLimiter: RateLimiter;
  restUrl: string;
  timeoutMs: number;
  logger: Logger;
}

/** What the REST API gets of a request, beside the token. */
const PASSED_ON = ['if-none-match', 'accept-language'];
/** What the browser gets of an answer, beside the body. */
const PASSED_BACK = ['content-type', 'content-disposition', 'etag', 'retry-after'];

/** `/data/...`: asks the REST API with the token of who asks. It has no report of its own. */
export function dataRoute<One extends Asker>(dependencies: DataDependencies<One>): RequestHandler {
  const { askers, baseOf, rateLimiter, restUrl, timeoutMs, logger } = dependencies;
  return async (req, res) => {
    const url = questionAddress(req.originalUrl, restUrl, baseOf?.(req));
    if (!url) throw new ServiceError('not_found', 'There is nothing at this path.');
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed();
    requireSameOrigin(req);
    const asker = await askers.find(req);
    if (!asker) throw askers.ended(req, res);
    const key = asker.idHash.toString('hex');
    await rateLimiter.take(`dashboard:${key}`);
    await admissionOf(req).count({ caller: key });
    const question = { url, method: req.method, headers: passedOn(req) };
    const answer = await askRest(req, question, asker, { tokens: askers, timeoutMs });
    if (!answer) throw askers.ended(req, res, asker);
    await sendAnswer(res, answer).catch((error: unknown) => {
      if (admissionOf(req).signal?.reason instanceof HungUpError || res.destroyed) return;
      logger.warn({ err: error, requestId: requestIdOf(req) }, 'an answer of the REST API broke off');
      // The status line is already sent: closing the connection is the only way to report the failure.
      res.destroy();
    });
  };
}

const passedOn = ({ headers }: Request) =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/**
 * Passes an answer on while it arrives. It does not wait for a browser that reads slowly, which would hold a place at
 * the REST API; the size of an answer is limited instead.
 */
async function sendAnswer(res: Response, { status, headers, pieces }: BoundedAnswer): Promise<void> {
  res.status(status).set('Cache-Control', 'private, no-cache');
  for (const name of PASSED_BACK) {
    const value = headers.get(name);
    // Not `set`, which adds a charset to some types.
    if (value !== null) res.setHeader(name, value);
  }
  for await (const piece of pieces) res.write(piece);
  res.end();
}

export function sessionAskers(sessions: Sessions): Askers<Session> {
  return {
    ...sessions,
    ended(_req, res) {
      sessions.forget(res);
      const detail = 'You are not signed in, or your session has ended. Sign in again.';
      return new ServiceError('unauthorized', detail);
    },
  };
}

function methodNotAllowed(): ServiceError {
  const headers = { Allow: 'GET, HEAD' };
  return new ServiceError('method_not_allowed', 'This path accepts GET, HEAD.', { headers });
}

/** Only a page of the same origin may use the answer, and nothing in it runs. */
export const dataHeaders: Handler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};
