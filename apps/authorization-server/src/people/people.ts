import {
  createSession,
  deleteSession,
  findSession,
  findUserByEmail,
  recordSecurityEvents,
  type SessionOrigin,
  verifyPassword,
} from '@funnel/identity';
import type { Database } from '@funnel/db';
import { type Clock, networkOf } from '@funnel/service';
import type { Request, Response } from 'express';
import { createPasswordQueue } from './password-queue.ts';
import { createCookies } from './cookies.ts';
import { createCsrf, SESSION_COOKIE } from './csrf.ts';
import { admitLogin } from './login-throttle.ts';

/** A person who is signed in. */
export interface Person {
  id: number;
  email: string;
}

/** What a person enters to sign in. */
export interface Credentials {
  email: string;
  password: string;
}

/** Why a login failed. */
export interface LoginFailure {
  error: 'invalid' | 'throttled';
  /** Set when throttled. */
  retryAfterSeconds?: number;
}

/** What sessions and logins need. */
export interface PeopleOptions {
  database: Database;
  /** The first key signs, all keys verify. */
  cookieKeys: readonly string[];
  /** Whether the issuer is on https. */
  secureCookies: boolean;
  clock: Clock;
}

/** The people at the browser: login, session and protection of their forms. */
export interface People {
  /** Who is signed in. */
  currentPerson(req: Request): Promise<Person | undefined>;
  logIn(req: Request, res: Response, credentials: Credentials): Promise<{ person: Person } | LoginFailure>;
  /** Checks a password as a login does, with the same limits; undefined if it is right. */
  checkPassword(req: Request, credentials: Credentials): Promise<LoginFailure | undefined>;
  /** The session of the browser, if it sent one. */
  sessionId(req: Request): string | undefined;
  logOut(req: Request, res: Response): Promise<void>;
  /** The value of the hidden field `csrf` of a form; sets a cookie if there is none yet. */
  csrfToken(req: Request, res: Response): string;
  /** Whether a posted form is genuine; its body must be parsed. */
  verifyCsrf(req: Request): boolean;
}

/** Creates the login and session handling of the pages. */
export function createPeople({ database, cookieKeys, secureCookies, clock }: PeopleOptions): People {
  const cookies = createCookies({ secure: secureCookies });
  const csrf = createCsrf(cookies, cookieKeys);
  const inTurn = createPasswordQueue();

  async function endSession(req: Request): Promise<void> {
    const id = cookies.read(req, SESSION_COOKIE);
    if (id) await deleteSession(database, id);
  }

  async function check(
    req: Request,
    { email, password }: Credentials,
  ): Promise<{ person: Person } | LoginFailure> {
    const admission = await admitLogin(database, { email, address: req.ip, now: clock() });
    const address = networkOf(req.ip);
    if ('retryAfterSeconds' in admission) {
      const { retryAfterSeconds, isFirst } = admission;
      if (isFirst) {
        const userId = (await findUserByEmail(database, email))?.id;
        await recordSecurityEvents(database.orm, [{ kind: 'login_throttled', userId, address }]);
      }
      return { error: 'throttled', retryAfterSeconds };
    }
    const user = await findUserByEmail(database, email);
    const isCorrect = await inTurn(() => verifyPassword(password, user?.passwordHash)).catch(
      async (error: unknown) => {
        await admission.refund();
        throw error;
      },
    );
    if (!user || !isCorrect) {
      // An unknown e-mail is not recorded: it may be a mistyped password.
      const details = user ? undefined : { email: 'unknown' };
      await recordSecurityEvents(database.orm, [
        { kind: 'login_failed', userId: user?.id, address, details },
      ]);
      return { error: 'invalid' };
    }
    await admission.refund();
    return { person: { id: user.id, email: user.email } };
  }

  return {
    async currentPerson(req) {
      const id = cookies.read(req, SESSION_COOKIE);
      return id ? findSession(database, id, clock()) : undefined;
    },

    async logIn(req, res, credentials) {
      const checked = await check(req, credentials);
      if ('error' in checked) return checked;
      const { person } = checked;
      // The session id that the browser sent is never reused, which prevents session fixation.
      await endSession(req);
      cookies.write(
        req,
        res,
        SESSION_COOKIE,
        await createSession(database, person.id, clock(), originOf(req)),
      );
      await recordSecurityEvents(database.orm, [
        { kind: 'login', actorId: person.id, userId: person.id, address: networkOf(req.ip) },
      ]);
      return { person };
    },

    async checkPassword(req, credentials) {
      const checked = await check(req, credentials);
      return 'error' in checked ? checked : undefined;
    },

    sessionId: (req) => cookies.read(req, SESSION_COOKIE),

    async logOut(req, res) {
      await endSession(req);
      cookies.clear(req, res, SESSION_COOKIE);
    },

    csrfToken: (req, res) => csrf.token(req, res),
    verifyCsrf: (req) => csrf.verify(req),
  };
}

/** What the person recognises a session by. */
function originOf(req: Request): SessionOrigin {
  return { address: networkOf(req.ip), browser: req.headers['user-agent'] };
}
