import { createSession, deleteSession, findSession, findUserByEmail, verifyPassword } from '@funnel/identity';
import type { Database } from '@funnel/db';
import type { Clock } from '@funnel/service';
import type { Request, Response } from 'express';
import { createCookies } from './cookies.ts';
import { createCsrf, SESSION_COOKIE } from './csrf.ts';
import { admitLogin } from './login-throttle.ts';

export interface Person {
  id: number;
  email: string;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface LoginFailure {
  error: 'invalid' | 'throttled';
  /** Of a throttled one. */
  retryAfterSeconds?: number;
}

export interface PeopleOptions {
  database: Database;
  /** The first signs, all verify. */
  cookieKeys: readonly string[];
  /** Whether the issuer is on https. */
  secureCookies: boolean;
  clock: Clock;
}

export interface People {
  currentPerson(req: Request): Promise<Person | undefined>;
  logIn(req: Request, res: Response, credentials: Credentials): Promise<{ person: Person } | LoginFailure>;
  logOut(req: Request, res: Response): Promise<void>;
  /** For the hidden field `csrf` of a form; sets a cookie where none is there yet. */
  csrfToken(req: Request, res: Response): string;
  /** Of a form that was posted; the body must have been parsed. */
  verifyCsrf(req: Request): boolean;
}

/** Who is at the browser: login, session, and forms that nobody else can send in their name. */
export function createPeople({ database, cookieKeys, secureCookies, clock }: PeopleOptions): People {
  const cookies = createCookies({ secure: secureCookies });
  const csrf = createCsrf(cookies, cookieKeys);

  async function endSession(req: Request): Promise<void> {
    const id = cookies.read(req, SESSION_COOKIE);
    if (id) await deleteSession(database, id);
  }

  return {
    async currentPerson(req) {
      const id = cookies.read(req, SESSION_COOKIE);
      return id ? findSession(database, id, clock()) : undefined;
    },

    async logIn(req, res, { email, password }) {
      const admission = await admitLogin(database, { email, address: req.ip, now: clock() });
      if ('retryAfterSeconds' in admission) return { error: 'throttled', ...admission };

      const user = await findUserByEmail(database, email);
      const isRight = await verifyPassword(password, user?.passwordHash);
      if (!user || !isRight) return { error: 'invalid' };

      await admission.refund();
      // Whatever id the browser came with ends here: a planted one is worth nothing.
      await endSession(req);
      cookies.write(req, res, SESSION_COOKIE, await createSession(database, user.id, clock()));
      return { person: { id: user.id, email: user.email } };
    },

    async logOut(req, res) {
      await endSession(req);
      cookies.clear(req, res, SESSION_COOKIE);
    },

    csrfToken: (req, res) => csrf.token(req, res),
    verifyCsrf: (req) => csrf.verify(req),
  };
}
