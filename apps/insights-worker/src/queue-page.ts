import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { sendProblem } from '@funnel/service';
import type { RequestHandler } from 'express';
import type { WorkQueue } from './queue/backend.ts';

export const QUEUE_PAGE_PATH = '/queue';

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Insights queue", charset="UTF-8"' };

/** The page loads nothing from other hosts and cannot be framed. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Protects the page with the login dialog of the browser (RFC 7617): any user name, this password. */
export function basicLogin(password: string): RequestHandler {
  const expected = digest(password);
  return (req, res, next) => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const given = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:?/, '');
    // Digests have the same length, so the comparison takes the same time for every input.
    if (timingSafeEqual(digest(given), expected)) next();
    else {
      const detail = 'Sign in with any user name and the password in QUEUE_PAGE_PASSWORD.';
      sendProblem(req, res, new ServiceError('unauthorized', detail, { headers: CHALLENGE }));
    }
  };
}

/**
 * Shows the queue with bull-board, read-only. Returns 503 until the worker has opened the queue. Bull-board is loaded when somebody
 * looks for the first time: it takes 3 MB.
 */
export function queuePage(queue: () => WorkQueue | undefined): RequestHandler {
  let board: Promise<RequestHandler> | undefined;
  return async (req, res, next) => {
    res.set(HEADERS);
    const opened = queue();
    if (!opened) {
      sendProblem(req, res, new ServiceError('unavailable', 'The queue is not open yet.'));
      return;
    }
    board ??= import('./queue-board.ts').then(({ createBoard }) => createBoard(opened, QUEUE_PAGE_PATH));
    (await board)(req, res, next);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
