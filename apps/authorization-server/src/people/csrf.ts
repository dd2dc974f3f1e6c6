import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Cookies } from './cookies.ts';

export const SESSION_COOKIE = 'funnel_session';
const VISITOR_COOKIE = 'funnel_visitor';

export interface Csrf {
  token(req: Request, res: Response): string;
  verify(req: Request): boolean;
}

/**
 * A form's token is a keyed hash of the session, or, before a login, of a random cookie: nothing to store, of no use in
 * another session, and void after a login. The first key signs, all of them verify.
 */
export function createCsrf(cookies: Cookies, keys: readonly string[]): Csrf {
  function bearerOf(req: Request): string | undefined {
    const session = cookies.read(req, SESSION_COOKIE);
    if (session) return `session:${session}`;
    const visitor = cookies.read(req, VISITOR_COOKIE);
    return visitor && `visitor:${visitor}`;
  }

  return {
    token(req, res) {
      if (!bearerOf(req)) {
        cookies.write(req, res, VISITOR_COOKIE, randomBytes(32).toString('base64url'));
      }
      return sign(keys[0] ?? '', bearerOf(req) ?? '').toString('base64url');
    },
    verify(req) {
      const bearer = bearerOf(req);
      const given = tokenOf(req);
      if (!bearer || !given || isFromElsewhere(req)) return false;
      return keys.map((key) => isEqual(sign(key, bearer), given)).includes(true);
    },
  };
}

function tokenOf(req: Request): Buffer | undefined {
  const given = (req.body as { csrf?: unknown } | undefined)?.csrf;
  return typeof given === 'string' ? Buffer.from(given, 'base64url') : undefined;
}

/** Browsers say where a form was sent from; those that do not are held by the token alone. */
function isFromElsewhere(req: Request): boolean {
  const site = req.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

function sign(key: string, bearer: string): Buffer {
  return createHmac('sha256', key).update(`csrf:${bearer}`).digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
