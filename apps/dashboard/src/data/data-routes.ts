import { ServiceError } from '@funnel/domain';
import {
  countCaller,
  type Handler,
  HungUpError,
  inSpan,
  type Logger,
  type RateLimiter,
  requestIdOf,
  signalOf,
  traceHeaders,
} from '@funnel/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { type BoundedAnswer, boundedFetch } from '../upstream/bounded-fetch.ts';
import { unavailable } from '../upstream/unavailable.ts';
import { questionAddress } from './questions.ts';
import { requireSameOrigin } from './same-origin.ts';

/** What the path of data needs. */
export interface DataDependencies {
  sessions: Sessions;
  rateLimiter: RateLimiter;
  /** Where the REST API is. */
  restUrl: string;
  timeoutMs: number;
  logger: Logger;
}

/** Far more than the longest report. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** What the REST API gets of a request, beside the token. */
const PASSED_ON = ['if-none-match', 'accept-language'];
/** What the browser gets of an answer, beside the body. */
const PASSED_BACK = ['content-type', 'content-disposition', 'etag', 'retry-after'];

/** `/data/...`: asks the REST API with the token of the session. It has no report of its own. */
export function dataRoute(dependencies: DataDependencies): RequestHandler {
  const { sessions, rateLimiter, restUrl, logger } = dependencies;
  return async (req, res) => {
    const url = questionAddress(req.originalUrl, restUrl);
    if (!url) throw new ServiceError('not_found', 'There is nothing at this path.');
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed();
    requireSameOrigin(req);
    const session = await sessions.find(req);
    if (!session) throw endedSession(sessions, res);
    const key = session.idHash.toString('hex');
    await rateLimiter.take(`dashboard:${key}`);
    await countCaller(req, key);
    const answer = await ask(req, url, session, dependencies);
    if (!answer) throw endedSession(sessions, res);
    await sendAnswer(res, answer).catch((error: unknown) => {
      if (signalOf(req)?.reason instanceof HungUpError || res.destroyed) return;
      logger.warn({ err: error, requestId: requestIdOf(req) }, 'an answer of the REST API broke off');
      // The status line is already sent: closing the connection is the only way to report the failure.
      res.destroy();
    });
  };
}

/** Asks once more with a new token if the REST API refuses the first one. Undefined if the session has ended. */
async function ask(
  req: Request,
  url: URL,
  session: Session,
  dependencies: DataDependencies,
): Promise<BoundedAnswer | undefined> {
  const { sessions } = dependencies;
  const fresh = await sessions.fresh(session);
  if (!fresh) return undefined;
  const answer = await send(req, url, fresh, dependencies);
  if (answer.status !== 401) return answer;
  await answer.discard();
  const renewed = await sessions.renew(fresh);
  const again = renewed && (await send(req, url, renewed, dependencies));
  if (again?.status !== 401) return again;
  await again.discard();
  return undefined;
}

async function send(
  req: Request,
  url: URL,
  { tokens }: Session,
  { timeoutMs }: DataDependencies,
): Promise<BoundedAnswer> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = req.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const signal = signalOf(req);
  const bounds = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal };
  const answer = await inSpan('ask the REST API', { kind: 'client' }, () => {
    const headers = {
      ...Object.fromEntries(passedOn),
      ...traceHeaders(),
      accept: 'application/json',
      authorization: `Bearer ${tokens.accessToken}`,
      'x-request-id': requestIdOf(req),
      // Only believed where the dashboard is a trusted proxy of the REST API.
      'x-forwarded-for': req.ip ?? '',
    };
    return boundedFetch(url, { method: req.method, headers }, bounds);
  }).catch((error: unknown) => {
    // The browser has hung up, or the request took too long.
    signal?.throwIfAborted();
    throw unavailable('reports', error);
  });
  if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
    await answer.discard();
    throw unavailable('reports', new Error(`The REST API answered ${answer.status}.`));
  }
  return answer;
}

/**
 * Passes an answer on while it arrives. It does not wait for a browser that reads slowly, so that this keeps no place at the REST API; the
 * size of an answer is limited instead.
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

function endedSession(sessions: Sessions, res: Response): ServiceError {
  sessions.forget(res);
  return new ServiceError('unauthorized', 'You are not signed in, or your session has ended. Sign in again.');
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
