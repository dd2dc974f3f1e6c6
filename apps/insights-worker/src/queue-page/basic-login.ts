import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { sendProblem } from '@funnel/service';
import type { RequestHandler } from 'express';

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Insights queue", charset="UTF-8"' };

/** The browser's own login (RFC 7617): any name, this password. */
export function basicLogin(password: string): RequestHandler {
  const expected = digest(password);
  return (req, res, next) => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const given = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:?/, '');
    // Digests are of one length, and comparing them takes the same time whatever was given.
    if (timingSafeEqual(digest(given), expected)) next();
    else {
      const detail = 'Log in with any name and the password in QUEUE_PAGE_PASSWORD.';
      sendProblem(req, res, new ServiceError('unauthorized', detail, { headers: CHALLENGE }));
    }
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
