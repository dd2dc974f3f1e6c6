import { createHash, randomBytes } from 'node:crypto';
import {
  createDashboardSession,
  type DashboardSession,
  deleteDashboardSession,
  extendDashboardSession,
  findDashboardSession,
  replaceDashboardTokens,
} from '@funnel/dashboard-sessions';
import type { Database } from '@funnel/db';
import { type Clock, type Logger } from '@funnel/service';
import type { Request, Response } from 'express';
import type { Cookies } from '../cookies.ts';
import { ABSOLUTE_MS, EXTEND_EVERY_MS, IDLE_MS, MAX_SESSIONS, REFRESH_BEFORE_MS } from '../lifetimes.ts';
import type { Sealer } from '../sealed.ts';
import {
  type AuthorizationClient,
  RefusedError,
  SCOPE,
  type SignedIn,
  type Tokens,
} from '../sign-in/authorization-client.ts';

export interface Session {
  idHash: Buffer;
  email: string | undefined;
  /** The scopes that its sign-in asked for; undefined if it was before the dashboard kept them. */
  asked: string | undefined;
  tokens: Tokens;
  /** The tokens as they are stored. */
  sealed: Buffer;
}

export type Sessions = ReturnType<typeof createSessions>;

export interface SessionsOptions {
  database: Database;
  client: AuthorizationClient;
  cookies: Cookies;
  sealer: Sealer;
  clock: Clock;
  logger: Logger;
}

const COOKIE = 'funnel_dashboard';
const TOKENS = 'tokens';
const CSRF = 'csrf';

/** What is sealed: it belongs to one session, so that nobody with access to the table can give it to another one. */
interface Sealed extends Tokens {
  session: string;
  email: string | undefined;
  asked: string | undefined;
}

type About = Pick<Session, 'idHash' | 'email' | 'asked'>;

export function createSessions(options: SessionsOptions) {
  const { database, client, cookies, sealer, clock, logger } = options;
  /** One refresh for all requests of a session that need it at the same time. It always ends: the client has a time limit. */
  const renewing = new Map<string, Promise<Session | undefined>>();

  function sealTokens({ idHash, email, asked }: About, tokens: Tokens): Buffer {
    const content: Sealed = { ...tokens, email, asked, session: idHash.toString('hex') };
    return sealer.seal(TOKENS, content);
  }

  function opened(idHash: Buffer, { sealed }: DashboardSession): Session | undefined {
    const content = sealer.open(TOKENS, sealed) as Sealed | undefined;
    if (content?.session !== idHash.toString('hex')) return undefined;
    const { email, asked, session: _session, ...tokens } = content;
    return { idHash, email, asked, tokens, sealed };
  }

  async function read(idHash: Buffer): Promise<Session | undefined> {
    const row = await findDashboardSession(database, idHash, clock());
    return row && opened(idHash, row);
  }

  async function renewNow(session: Session): Promise<Session | undefined> {
    const { idHash } = session;
    // Another request may have done it. An old refresh token must not be used: after a while it ends the whole session.
    const current = await read(idHash);
    if (!current || !current.sealed.equals(session.sealed)) return current;
    try {
      const tokens = await client.refresh(current.tokens.refreshToken);
      const sealed = sealTokens(session, tokens);
      const isKept = await replaceDashboardTokens(database, idHash, {
        before: current.sealed,
        after: sealed,
      });
      // Another process was faster, and got the same refresh token; or the person has signed out.
      return isKept ? { ...session, tokens, sealed } : await read(idHash);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      logger.info({ reason: error.message }, 'a session has ended: its tokens were refused');
      await deleteDashboardSession(database, idHash);
      return undefined;
    }
  }

  function renew(session: Session): Promise<Session | undefined> {
    const key = session.idHash.toString('hex');
    const shared = renewing.get(key) ?? renewNow(session).finally(() => renewing.delete(key));
    renewing.set(key, shared);
    return shared;
  }

  /** A token that cannot be revoked now ends by itself. */
  function revoke(refreshToken: string): Promise<void> {
    return client
      .revoke(refreshToken)
      .catch((err: unknown) => logger.warn({ err }, 'the tokens of a session could not be revoked'));
  }

  async function endSession(req: Request): Promise<void> {
    const id = cookies.read(req, COOKIE);
    if (id === undefined) return;
    const session = await read(hashOf(id));
    await deleteDashboardSession(database, hashOf(id));
    if (session) await revoke(session.tokens.refreshToken);
  }

  return {
    async find(req: Request): Promise<Session | undefined> {
      const id = cookies.read(req, COOKIE);
      if (id === undefined) return undefined;
      const [idHash, now] = [hashOf(id), clock()];
      const row = await findDashboardSession(database, idHash, now);
      const session = row && opened(idHash, row);
      if (session && now.getTime() - row.lastUsedAt.getTime() >= EXTEND_EVERY_MS)
        await extendDashboardSession(database, idHash, { now, expiresAt: endOf(row.createdAt, now) });
      return session;
    },

    /** Starts a session with a new id; the one that the browser had before ends. */
    async start(req: Request, res: Response, { tokens, subject, email }: SignedIn): Promise<void> {
      await endSession(req);
      const id = randomBytes(32).toString('base64url');
      const [idHash, now] = [hashOf(id), clock()];
      const surplus = await createDashboardSession(database, {
        idHash,
        subject,
        sealed: sealTokens({ idHash, email, asked: SCOPE }, tokens),
        now,
        expiresAt: endOf(now, now),
        most: MAX_SESSIONS,
      });
      for (const sealed of surplus) {
        const content = sealer.open(TOKENS, sealed) as Sealed | undefined;
        if (content) void revoke(content.refreshToken);
      }
      cookies.write(res, COOKIE, id);
    },

    /** The session with an access token that is valid for a while; undefined if the session has ended. */
    async fresh(session: Session): Promise<Session | undefined> {
      const isFresh = session.tokens.expiresAt - clock().getTime() > REFRESH_BEFORE_MS;
      return isFresh ? session : renew(session);
    },
    /** The session with another access token, after one was refused; undefined if the session has ended. */
    renew,

    async end(req: Request, res: Response): Promise<void> {
      cookies.clear(res, COOKIE);
      await endSession(req);
    },
    forget: (res: Response) => cookies.clear(res, COOKIE),

    /** The value of the hidden field of a form; empty without a session. */
    csrfToken(req: Request): string {
      const id = cookies.read(req, COOKIE);
      return id === undefined ? '' : sealer.sign(CSRF, id);
    },
    verifyCsrf(req: Request, token: unknown): boolean {
      const id = cookies.read(req, COOKIE);
      return id !== undefined && typeof token === 'string' && sealer.verify(CSRF, id, token);
    },
  };
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function endOf(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + ABSOLUTE_MS));
}
