import type { Database } from '@funnel/db';
import { dashboardSessions } from '@funnel/db/schema';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';

/** A session of the dashboard that has not expired. */
export interface DashboardSession {
  subject: string;
  /** Its tokens, as `seal` encrypts them. */
  sealed: Buffer;
  createdAt: Date;
  lastUsedAt: Date;
}

/** A session that begins. */
export interface NewDashboardSession {
  /** SHA-256 of what the cookie holds. */
  idHash: Buffer;
  subject: string;
  sealed: Buffer;
  now: Date;
  expiresAt: Date;
  /** How many a person may have. The oldest ones end. */
  most: number;
}

const { idHash: id, subject, sealed, createdAt, lastUsedAt, expiresAt } = dashboardSessions;

/**
 * Starts a session. Returns what was sealed in the sessions that have ended for it, so that their tokens can be revoked.
 * @example
 * const now = new Date();
 * const session = { subject: '1', sealed: Buffer.from('tokens'), now, expiresAt: new Date(now.getTime() + 60_000), most: 1 };
 * assert.deepEqual(await createDashboardSession(database, { ...session, idHash: Buffer.from('first') }), []);
 * const ended = await createDashboardSession(database, { ...session, idHash: Buffer.from('second') });
 * assert.deepEqual(ended, [Buffer.from('tokens')]);
 */
export function createDashboardSession(
  { orm }: Pick<Database, 'orm'>,
  { most, now, ...session }: NewDashboardSession,
): Promise<Buffer[]> {
  return orm.transaction(async (tx) => {
    await tx.insert(dashboardSessions).values({ ...session, createdAt: now, lastUsedAt: now });
    const surplus = tx
      .select({ id })
      .from(dashboardSessions)
      .where(eq(subject, session.subject))
      .orderBy(desc(sql`${id} = ${session.idHash}`), desc(createdAt), id)
      .offset(most);
    const ended = await tx.delete(dashboardSessions).where(sql`${id} in ${surplus}`).returning({ sealed });
    return ended.map((row) => row.sealed);
  });
}

/**
 * Finds a session.
 * @example
 * const now = new Date();
 * const idHash = Buffer.from('found');
 * const expiresAt = new Date(now.getTime() + 60_000);
 * await createDashboardSession(database, { idHash, subject: '2', sealed: Buffer.from('tokens'), now, expiresAt, most: 9 });
 * assert.equal((await findDashboardSession(database, idHash, now))?.subject, '2');
 * assert.equal(await findDashboardSession(database, idHash, expiresAt), undefined);
 */
export async function findDashboardSession(
  { orm }: Pick<Database, 'orm'>,
  idHash: Buffer,
  now: Date,
): Promise<DashboardSession | undefined> {
  const [session] = await orm
    .select({ subject, sealed, createdAt, lastUsedAt })
    .from(dashboardSessions)
    .where(and(eq(id, idHash), gt(expiresAt, now)));
  return session;
}

/**
 * Notes that a session was used, and until when it lasts now.
 * @example
 * const [now, later, last] = [0, 60_000, 120_000].map((ms) => new Date(Date.now() + ms));
 * const idHash = Buffer.from('extended');
 * await createDashboardSession(database, { idHash, subject: '3', sealed: idHash, now, expiresAt: later, most: 9 });
 * await extendDashboardSession(database, idHash, { now, expiresAt: last });
 * assert.equal((await findDashboardSession(database, idHash, later))?.subject, '3');
 */
export async function extendDashboardSession(
  { orm }: Pick<Database, 'orm'>,
  idHash: Buffer,
  { now, expiresAt: until }: { now: Date; expiresAt: Date },
): Promise<void> {
  await orm.update(dashboardSessions).set({ lastUsedAt: now, expiresAt: until }).where(eq(id, idHash));
}

/**
 * Replaces the tokens of a session, unless another request has replaced them meanwhile.
 * @example
 * const [before, after] = [Buffer.from('old'), Buffer.from('new')];
 * assert.equal(await replaceDashboardTokens(database, Buffer.from('unknown'), { before, after }), false);
 */
export async function replaceDashboardTokens(
  { orm }: Pick<Database, 'orm'>,
  idHash: Buffer,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<boolean> {
  const changed = await orm
    .update(dashboardSessions)
    .set({ sealed: after })
    .where(and(eq(id, idHash), eq(sealed, before)))
    .returning({ id });
  return changed.length > 0;
}

/**
 * Ends a session.
 * @example
 * const now = new Date();
 * const idHash = Buffer.from('ended');
 * const expiresAt = new Date(now.getTime() + 60_000);
 * await createDashboardSession(database, { idHash, subject: '4', sealed: idHash, now, expiresAt, most: 9 });
 * await deleteDashboardSession(database, idHash);
 * assert.equal(await findDashboardSession(database, idHash, now), undefined);
 */
export async function deleteDashboardSession({ orm }: Pick<Database, 'orm'>, idHash: Buffer): Promise<void> {
  await orm.delete(dashboardSessions).where(eq(id, idHash));
}

/**
 * Deletes the sessions that have expired. Returns how many.
 * @example
 * assert.equal(await deleteExpiredDashboardSessions(database, new Date(0)), 0);
 */
export async function deleteExpiredDashboardSessions(
  { orm }: Pick<Database, 'orm'>,
  now: Date,
): Promise<number> {
  const deleted = await orm.delete(dashboardSessions).where(lt(expiresAt, now)).returning({ id });
  return deleted.length;
}
