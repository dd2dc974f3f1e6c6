import { createHash, randomBytes } from 'node:crypto';
import {
  createDashboardSession,
  type DashboardSession,
  deleteDashboardSession,
  extendDashboardSession,
  findDashboardSession,
  replaceDashboardTokens,
} from '@funnel/dashboard-sessions';
import type { Request, Response } from 'express';
import { ABSOLUTE_MS, EXTEND_EVERY_MS, IDLE_MS, REFRESH_BEFORE_MS } from '../lifetimes.ts';
import type { SessionsOptions } from '../sessions/sessions.ts';
import type { OpenedLink, ShareClient, Shared } from './share-client.ts';

export interface Guest {
  id: string;
  idHash: Buffer;
  shared: Shared;
  tokens: { accessToken: string; expiresAt: number };
  secret: string;
  receipt: string;
  /** All of it, as it is stored. */
  sealed: Buffer;
}

/** Who has opened which link. A browser has a cookie for each link, and none of them is that of a person. */
export type Guests = ReturnType<typeof createGuests>;

type GuestsOptions = Omit<SessionsOptions, 'client' | 'logger'> & { client: ShareClient };

/** What is sealed: it belongs to one session and one link, so that nobody can give it to another one. */
interface Sealed extends OpenedLink {
  session: string;
  id: string;
  secret: string;
}

const COOKIE = 'funnel_shared_';
const PURPOSE = 'guest';
/** Guests of a link at once. With one more, the oldest has to open it again. */
const MAX_GUESTS = 1_000;
/** Links that a browser has open. With one more, it forgets the others. */
const MAX_LINKS = 20;

export function createGuests({ database, client, cookies, sealer, clock }: GuestsOptions) {
  function sealedOf(idHash: Buffer, id: string, secret: string, opened: OpenedLink): Buffer {
    const content: Sealed = { ...opened, session: idHash.toString('hex'), id, secret };
    return sealer.seal(PURPOSE, content);
  }

  function guestOf(
    idHash: Buffer,
    id: string,
    { sealed }: Pick<DashboardSession, 'sealed'>,
  ): Guest | undefined {
    const content = sealer.open(PURPOSE, sealed) as Sealed | undefined;
    if (content?.session !== idHash.toString('hex') || content.id !== id) return undefined;
    const { accessToken, expiresAt, secret, receipt, shared } = content;
    return { id, idHash, shared, tokens: { accessToken, expiresAt }, secret, receipt, sealed };
  }

  async function renew(guest: Guest): Promise<Guest | undefined> {
    const { id, idHash, secret, receipt, sealed: before } = guest;
    const opened = await client.renew(secret, receipt);
    if (!opened) {
      await deleteDashboardSession(database, idHash);
      return undefined;
    }
    const sealed = sealedOf(idHash, id, secret, opened);
    // Another request may have been faster. Both tokens work.
    await replaceDashboardTokens(database, idHash, { before, after: sealed });
    return guestOf(idHash, id, { sealed });
  }

  return {
    async find(req: Request, id: string): Promise<Guest | undefined> {
      const value = cookies.read(req, COOKIE + id);
      if (value === undefined) return undefined;
      const [idHash, now] = [hashOf(value), clock()];
      const row = await findDashboardSession(database, idHash, now);
      const guest = row && guestOf(idHash, id, row);
      if (guest && now.getTime() - row.lastUsedAt.getTime() >= EXTEND_EVERY_MS)
        await extendDashboardSession(database, idHash, {
          now,
          expiresAt: endOf(row.createdAt, now, guest.shared),
        });
      return guest;
    },

    async start(
      req: Request,
      res: Response,
      { id, secret, opened }: { id: string; secret: string; opened: OpenedLink },
    ): Promise<void> {
      const others = cookies.named(req, COOKIE).filter((name) => name !== COOKIE + id);
      if (others.length >= MAX_LINKS) for (const name of others) cookies.clear(res, name);
      const value = randomBytes(32).toString('base64url');
      const [idHash, now] = [hashOf(value), clock()];
      const expiresAt = endOf(now, now, opened.shared);
      await createDashboardSession(database, {
        idHash,
        subject: `shared:${id}`,
        sealed: sealedOf(idHash, id, secret, opened),
        now,
        expiresAt,
        most: MAX_GUESTS,
      });
      cookies.write(res, COOKIE + id, value, { maxAgeMs: ABSOLUTE_MS });
    },

    /** The guest with a token that is valid for a while; undefined if the link has ended. */
    async fresh(guest: Guest): Promise<Guest | undefined> {
      const isFresh = guest.tokens.expiresAt - clock().getTime() > REFRESH_BEFORE_MS;
      return isFresh ? guest : renew(guest);
    },
    /** The guest with another token; undefined if the link has ended. */
    renew,
    forget: (res: Response, id: string) => cookies.clear(res, COOKIE + id),
  };
}

function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

function endOf(startedAt: Date, now: Date, { endsAt }: Shared): Date {
  const ends = [now.getTime() + IDLE_MS, startedAt.getTime() + ABSOLUTE_MS, new Date(endsAt).getTime()];
  return new Date(Math.min(...ends));
}
