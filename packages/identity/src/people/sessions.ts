import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { authorizationRecords, users } from '@funnel/db/schema';
import type { User } from './users.ts';

const MODEL = 'PersonSession';
const ID_BYTES = 32;
const IDLE_MS = 12 * 3600 * 1000;
const ABSOLUTE_MS = 7 * 24 * 3600 * 1000;
/** An open session is prolonged at most this often: a page view need not write. */
const PROLONG_EVERY_MS = 5 * 60 * 1000;

const { model, idHash, payload, createdAt, expiresAt } = authorizationRecords;

/** Returns the id for the cookie; only its hash is stored. Ends after 12 hours unused, after 7 days in any case. */
export async function createSession({ orm }: Database, userId: number, now: Date): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  await orm.insert(authorizationRecords).values({
    model: MODEL,
    idHash: hashOf(id),
    payload: { userId },
    createdAt: now,
    expiresAt: expiry(now, now),
  });
  return id;
}

/** Whose session this is; using it prolongs it. */
export async function findSession({ orm }: Database, id: string, now: Date): Promise<User | undefined> {
  const [session] = await orm
    .select({ id: users.id, email: users.email, createdAt, expiresAt })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, sql`(${payload}->>'userId')::int`))
    .where(and(...isSession(id), gt(expiresAt, now)));
  if (!session) return undefined;
  const prolonged = expiry(session.createdAt, now);
  if (prolonged.getTime() - (session.expiresAt?.getTime() ?? 0) >= PROLONG_EVERY_MS) {
    await orm
      .update(authorizationRecords)
      .set({ expiresAt: prolonged })
      .where(and(...isSession(id)));
  }
  return { id: session.id, email: session.email };
}

export async function deleteSession({ orm }: Database, id: string): Promise<void> {
  await orm.delete(authorizationRecords).where(and(...isSession(id)));
}

function isSession(id: string) {
  return [eq(model, MODEL), eq(idHash, hashOf(id))];
}

function expiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + ABSOLUTE_MS));
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
