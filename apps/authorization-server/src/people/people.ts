import {
  createSession,
  deleteSession,
  endPendingLogin,
  findPendingLogin,
  findSession,
  findUser,
  findUserByEmail,
  listSecondFactors,
  type SessionOrigin,
  type SessionUser,
  type SignInStrength,
  startPendingLogin,
  strengthenSession,
  type UserWithPassword,
} from '@funnel/identity';
import { createPasswordQueue } from '@funnel/secrets';
import { type Actor, type Database, recordSecurityEvents } from '@funnel/db';
import { type Clock, networkOf } from '@funnel/service';
import type { Request, Response } from 'express';
import { createChallenges } from '../second-factor/challenges.ts';
import { createPasskeys } from '../second-factor/passkeys.ts';
import {
  checkSecondFactor,
  personOfPasskey,
  type SecondFactorForm,
  type ShownFactor,
} from '../second-factor/second-factor-check.ts';
import { checkInTurn } from './check-in-turn.ts';
import { createCookies } from './cookies.ts';
import { createCsrf, SESSION_COOKIE } from './csrf.ts';
import { admitLogin, admitNetwork } from './login-throttle.ts';

/** A person who is signed in. */
export interface Person {
  id: number;
  email: string;
  /** Whether it is the word of their company that it is them. */
  isByCompany?: boolean;
  /** How they signed in, for what they let the dashboard do. */
  signIn?: SignInStrength | undefined;
  /** Where their reports are, if this installation has the dashboard. */
  reportsUrl?: string | undefined;
  /** Whether this installation tells people what happens. */
  hasNotifications?: boolean | undefined;
}

/** A password, and whose it is. */
interface Credentials {
  email: string;
  password: string;
}

/** What a form of the login sends: a password, or a second factor, or the wish to start again. */
export interface LoginForm extends Credentials, Omit<SecondFactorForm, 'form'> {
  startAgain: boolean;
}

export interface LoginFailure {
  error: 'invalid' | 'invalid_second' | 'throttled';
  /** Set when throttled. */
  retryAfterSeconds?: number;
}

/** A login that goes on with another page. */
interface LoginContinues {
  continues: 'with_second_factor' | 'from_the_start';
}

export interface PeopleOptions {
  database: Database;
  issuer: string;
  /** The first key signs, all keys verify. */
  cookieKeys: readonly string[];
  /** Seals what must be readable again; without it there are no one-time codes. */
  encryptionKey?: Uint8Array | undefined;
  /** The address of the dashboard, if there is one. */
  reportsUrl?: string | undefined;
  hasNotifications?: boolean;
  clock: Clock;
}

/** The people at the browser: login, session and protection of their forms. */
export type People = ReturnType<typeof createPeople>;

const PENDING_COOKIE = 'funnel_login';
const COMPANY_COOKIE = 'funnel_company';

export function createPeople(options: PeopleOptions) {
  const { database, issuer, cookieKeys, encryptionKey, reportsUrl, hasNotifications, clock } = options;
  const cookies = createCookies({ secure: issuer.startsWith('https:') });
  const csrf = createCsrf(cookies, cookieKeys);
  const inTurn = createPasswordQueue({
    busy: 'Too many people log in at the moment. Try again in a second.',
  });
  const passkeys = createPasskeys(issuer, createChallenges({ database, keys: cookieKeys, clock }));
  const secondFactor = { database, passkeys, encryptionKey, clock };

  async function endSession(req: Request): Promise<void> {
    const id = cookies.read(req, SESSION_COOKIE);
    if (id) await deleteSession(database, id);
  }

  async function logOut(req: Request, res: Response): Promise<void> {
    await endSession(req);
    cookies.clear(req, res, SESSION_COOKIE);
  }

  async function endPending(req: Request, res: Response): Promise<boolean> {
    const id = cookies.read(req, PENDING_COOKIE);
    if (id === undefined) return false;
    cookies.clear(req, res, PENDING_COOKIE);
    return endPendingLogin(database, id);
  }

  async function check(
    req: Request,
    { email, password }: Credentials,
  ): Promise<{ user: UserWithPassword } | LoginFailure> {
    const admission = await admitLogin(database, { email, address: req.ip, now: clock() });
    const address = networkOf(req.ip);
    if ('retryAfterSeconds' in admission) {
      const { retryAfterSeconds, isFirst } = admission;
      if (isFirst) {
        const userId = (await findUserByEmail(database, email))?.id;
        await recordSecurityEvents(database.orm, { kind: 'login_throttled', userId, address });
      }
      return { error: 'throttled', retryAfterSeconds };
    }
    const user = await findUserByEmail(database, email);
    const isCorrect = await checkInTurn(inTurn, admission, password, user?.passwordHash);
    if (!user || !isCorrect) {
      // An unknown e-mail is not recorded: it may be a mistyped password.
      const details = user ? undefined : { email: 'unknown' };
      await recordSecurityEvents(database.orm, { kind: 'login_failed', userId: user?.id, address, details });
      return { error: 'invalid' };
    }
    return { user };
  }

  async function startSession(
    req: Request,
    res: Response,
    { id, email }: Person,
    { shown, companyAccountId }: { shown?: ShownFactor; companyAccountId?: number } = {},
  ): Promise<{ person: Person }> {
    // The session id that the browser sent is never reused, which prevents session fixation.
    await endSession(req);
    const origin = { ...originOf(req), isStrong: shown !== undefined, companyAccountId };
    cookies.write(req, res, SESSION_COOKIE, await createSession(database, id, clock(), origin));
    const details = shown ? { second_factor: shown } : companyAccountId ? { company: true } : undefined;
    await recordSecurityEvents(database.orm, {
      kind: 'login',
      actorId: id,
      userId: id,
      address: networkOf(req.ip),
      details,
    });
    return { person: { id, email } };
  }

  async function byPassword(req: Request, res: Response, credentials: Credentials) {
    const checked = await check(req, credentials);
    if ('error' in checked) return checked;
    const { user } = checked;
    if ((await listSecondFactors(database, user.id)).length === 0) return startSession(req, res, user);
    // While somebody else signs in, nobody is signed in here.
    await logOut(req, res);
    cookies.write(req, res, PENDING_COOKIE, await startPendingLogin(database, user, clock()));
    return { continues: 'with_second_factor' } as const;
  }

  async function bySecondFactor(req: Request, res: Response, person: Person, sent: SecondFactorForm) {
    const network = networkOf(req.ip);
    const checked = await checkSecondFactor(secondFactor, { userId: person.id, network }, sent);
    if ('error' in checked) {
      const event = { kind: 'second_factor_failed', userId: person.id, address: network } as const;
      if (checked.error === 'invalid') await recordSecurityEvents(database.orm, event);
      return checked.error === 'invalid' ? ({ error: 'invalid_second' } as const) : checked;
    }
    // Of two who finish the same login, one gets a session.
    if (!(await endPending(req, res))) return { continues: 'from_the_start' } as const;
    return startSession(req, res, person, { shown: checked.shown });
  }

  async function byPasskeyAlone(req: Request, res: Response, sent: SecondFactorForm) {
    const admission = await admitNetwork(database, { address: req.ip, now: clock() });
    if ('retryAfterSeconds' in admission) return { error: 'throttled', ...admission } as const;
    const id = await personOfPasskey(secondFactor, sent);
    const person = id === undefined ? undefined : await findUser(database, id);
    if (!person) return { error: 'invalid_second' } as const;
    await admission.refund();
    return startSession(req, res, person, { shown: 'passkey' });
  }

  /** Who is signed in, maybe without the second factor that an account of theirs requires. */
  async function anyPerson(req: Request): Promise<(SessionUser & Person) | undefined> {
    const id = cookies.read(req, SESSION_COOKIE);
    const person = id ? await findSession(database, id, clock()) : undefined;
    return person && { ...person, reportsUrl, hasNotifications };
  }

  /** Who has given the password and must show a second factor. */
  async function pendingPerson(req: Request): Promise<Person | undefined> {
    const id = cookies.read(req, PENDING_COOKIE);
    return id ? findPendingLogin(database, id, clock()) : undefined;
  }

  return {
    anyPerson,
    pendingPerson,
    logOut,
    /** Undefined if the address of this server cannot have passkeys. */
    passkeys,
    reportsUrl,
    /** Runs work on passwords, a few at once: the same queue for logins and for the passwords of share links. */
    inTurn,

    /** Who is signed in, as well as their accounts require. */
    async currentPerson(req: Request): Promise<Person | undefined> {
      const person = await anyPerson(req);
      if (!person || person.isTooWeak) return undefined;
      const { id, email, isByCompany, isStrong, companyAccountId } = person;
      const signIn = { isStrong, companyAccountId };
      return { id, email, isByCompany, signIn, reportsUrl, hasNotifications };
    },

    async logIn(
      req: Request,
      res: Response,
      { code, passkey, startAgain, ...credentials }: LoginForm,
    ): Promise<{ person: Person } | LoginContinues | LoginFailure> {
      const sent = { code, passkey, form: csrf.token(req, res) };
      const pending = await pendingPerson(req);
      if (startAgain) {
        await endPending(req, res);
        return { continues: 'from_the_start' };
      }
      if (pending && !credentials.password) return bySecondFactor(req, res, pending, sent);
      return passkey ? byPasskeyAlone(req, res, sent) : byPassword(req, res, credentials);
    },

    /** Signs somebody in whom the provider of a company knows. */
    async startCompanySession(req: Request, res: Response, person: Person, companyAccountId: number) {
      await startSession(req, res, person, { companyAccountId });
      cookies.clear(req, res, COMPANY_COOKIE);
    },

    /** Remembers in this browser which login at a provider it has begun. */
    bindToBrowser: (req: Request, res: Response, login: string) =>
      cookies.write(req, res, COMPANY_COOKIE, login),
    boundToBrowser: (req: Request) => cookies.read(req, COMPANY_COOKIE),

    /** Notes that the person of the session has just shown a second factor. */
    async strengthen(req: Request): Promise<void> {
      const id = cookies.read(req, SESSION_COOKIE);
      if (id) await strengthenSession(database, id);
    },

    /** Checks a password as a login does, with the same limits; undefined if it is right. */
    async checkPassword(req: Request, credentials: Credentials): Promise<LoginFailure | undefined> {
      const checked = await check(req, credentials);
      return 'error' in checked ? checked : undefined;
    },

    sessionId: (req: Request) => cookies.read(req, SESSION_COOKIE),

    csrfToken: csrf.token,
    verifyCsrf: csrf.verify,
  };
}

/** What the person recognises a session by. */
function originOf(req: Request): SessionOrigin {
  return { address: networkOf(req.ip), browser: req.headers['user-agent'] };
}

/** A person at the browser, as the audit log names them. */
export function actorOf(req: Request, { id }: Person): Actor {
  return { actorId: id, address: networkOf(req.ip) };
}
