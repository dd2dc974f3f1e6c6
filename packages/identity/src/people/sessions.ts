import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { authorizationRecords, users } from '@funnel/db/schema';
import { newSecret, secretHash } from '../secrets.ts';
import type { User } from './users.ts';

const MODEL = 'PersonSession';
const IDLE_MS = 12 * 3600 * 1000;
const ABSOLUTE_MS = 7 * 24 * 3600 * 1000;
/** A session is extended at most this often, so that most page views do not write. */
const EXTEND_EVERY_MS = 5 * 60 * 1000;

const { model, idHash, payload, createdAt, expiresAt } = authorizationRecords;

/** Starts a session and returns its id for the cookie. It expires after 12 idle hours, and after 7 days at the latest. */
export async function createSession({ orm }: Database, userId: number, now: Date): Promise<string> {
  const id = newSecret();
  await orm.insert(authorizationRecords).values({
    model: MODEL,
    idHash: secretHash(id),
    payload: { userId },
    createdAt: now,
    expiresAt: expiry(now, now),
  });
  return id;
}

/** Finds the user of a session and extends it. */
export async function findSession({ orm }: Database, id: string, now: Date): Promise<User | undefined> {
  const [session] = await orm
    .select({ id: users.id, email: users.email, createdAt, expiresAt })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, sql`(${payload}->>'userId')::int`))
    .where(and(...isSession(id), gt(expiresAt, now)));
  if (!session) return undefined;
  const extended = expiry(session.createdAt, now);
  if (extended.getTime() - (session.expiresAt?.getTime() ?? 0) >= EXTEND_EVERY_MS) {
    await orm
      .update(authorizationRecords)
      .set({ expiresAt: extended })
      .where(and(...isSession(id)));
  }
  return { id: session.id, email: session.email };
}

/** Ends a session. */
export async function deleteSession({ orm }: Database, id: string): Promise<void> {
  await orm.delete(authorizationRecords).where(and(...isSession(id)));
}

function isSession(id: string) {
  return [eq(model, MODEL), eq(idHash, secretHash(id))];
}

function expiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + ABSOLUTE_MS));
}
