import { ServiceError } from '@funnel/domain';
import {
  admissionOf,
  type Handler,
  HungUpError,
  inSpan,
  type Logger,
  type RateLimiter,
  requestIdOf,
  traceHeaders,
} from '@funnel/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { type BoundedAnswer, boundedFetch } from '../upstream/bounded-fetch.ts';
import { unavailable } from '../upstream/unavailable.ts';
import { questionAddress } from './questions.ts';
import { requireSameOrigin } from './same-origin.ts';

interface Asker {
  idHash: Buffer;
  tokens: { accessToken: string };
}

/** Finds out who asks, and with which token. */
export interface Askers<One extends Asker> {
  find(req: Request): Promise<One | undefined>;
  /** The same asker, with a token that does not end in the next moments. Undefined if the session has ended. */
  fresh(one: One): Promise<One | undefined>;
  /** The same asker with a new token, after one was refused. Undefined if the session has ended. */
  renew(one: One): Promise<One | undefined>;
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

/** Far more than the longest report. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** What the REST API gets of a request, beside the token. */
const PASSED_ON = ['if-none-match', 'accept-language'];
/** What the browser gets of an answer, beside the body. */
const PASSED_BACK = ['content-type', 'content-disposition', 'etag', 'retry-after'];

/** `/data/...`: asks the REST API with the token of who asks. It has no report of its own. */
export function dataRoute<One extends Asker>(dependencies: DataDependencies<One>): RequestHandler {
  const { askers, baseOf, rateLimiter, restUrl, logger } = dependencies;
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
    const answer = await ask(req, url, asker, dependencies);
    if (!answer) throw askers.ended(req, res, asker);
    await sendAnswer(res, answer).catch((error: unknown) => {
      if (admissionOf(req).signal?.reason instanceof HungUpError || res.destroyed) return;
      logger.warn({ err: error, requestId: requestIdOf(req) }, 'an answer of the REST API broke off');
      // The status line is already sent: closing the connection is the only way to report the failure.
      res.destroy();
    });
  };
}

/** Asks once more with a new token if the REST API refuses the first one. Undefined if there is no new one. */
async function ask<One extends Asker>(
  req: Request,
  url: URL,
  asker: One,
  dependencies: DataDependencies<One>,
): Promise<BoundedAnswer | undefined> {
  const { askers } = dependencies;
  const fresh = await askers.fresh(asker);
  if (!fresh) return undefined;
  const answer = await send(req, url, fresh, dependencies);
  if (answer.status !== 401) return answer;
  await answer.discard();
  const renewed = await askers.renew(fresh);
  const again = renewed && (await send(req, url, renewed, dependencies));
  if (again?.status !== 401) return again;
  await again.discard();
  return undefined;
}

async function send(
  req: Request,
  url: URL,
  { tokens }: Asker,
  { timeoutMs }: { timeoutMs: number },
): Promise<BoundedAnswer> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = req.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { signal } = admissionOf(req);
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
