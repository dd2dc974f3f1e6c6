import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Cookies } from './cookies.ts';

export const SESSION_COOKIE = 'funnel_session';
const VISITOR_COOKIE = 'funnel_visitor';

/**
 * The token is a keyed hash of the session id or, before a login, of a random cookie. It needs no storage, is useless in
 * another session and becomes invalid with a login. The first key signs, all keys verify.
 */
export function createCsrf(cookies: Cookies, keys: readonly string[]) {
  function subjectOf(req: Request): string | undefined {
    const session = cookies.read(req, SESSION_COOKIE);
    if (session) return `session:${session}`;
    const visitor = cookies.read(req, VISITOR_COOKIE);
    return visitor && `visitor:${visitor}`;
  }

  return {
    /** The token for a form; sets a cookie if there is none yet. */
    token: (req: Request, res: Response): string => {
      if (!subjectOf(req)) {
        cookies.write(req, res, VISITOR_COOKIE, randomBytes(32).toString('base64url'));
      }
      return sign(keys[0] ?? '', subjectOf(req) ?? '').toString('base64url');
    },
    /** Whether a submitted form, whose body is parsed, has the token of this session. */
    verify: (req: Request): boolean => {
      const subject = subjectOf(req);
      const given = tokenOf(req);
      if (!subject || !given || isCrossSite(req)) return false;
      return keys.map((key) => isEqual(sign(key, subject), given)).includes(true);
    },
  };
}

function tokenOf(req: Request): Buffer | undefined {
  const given = (req.body as { csrf?: unknown } | undefined)?.csrf;
  return typeof given === 'string' ? Buffer.from(given, 'base64url') : undefined;
}

/** Modern browsers say where a form was sent from; for the others the token alone decides. */
function isCrossSite(req: Request): boolean {
  const site = req.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

function sign(key: string, subject: string): Buffer {
  return createHmac('sha256', key).update(`csrf:${subject}`).digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
