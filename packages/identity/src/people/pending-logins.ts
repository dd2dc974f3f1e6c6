import type { Database } from '@funnel/db';
import { authorizationRecords, users } from '@funnel/db/schema';
import { and, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, newSecret, secretHash } from '@funnel/secrets';
import type { User, UserWithPassword } from './users.ts';

const MODEL = 'PendingLogin';
const LIFE_MS = 10 * 60 * 1000;
const { model, idHash, payload, expiresAt } = authorizationRecords;

const isSamePassword = sql`${payload}->>'password' = encode(sha256(convert_to(${users.passwordHash}, 'UTF8')), 'hex')`;

const hasSecondFactor = sql`exists (select from second_factors as f where f.user_id = ${users.id})`;

/** Notes that somebody knew a password and has yet to show a second factor. Returns the id for the cookie. */
export async function startPendingLogin(
  { orm }: Database,
  { id: userId, passwordHash }: Pick<UserWithPassword, 'id' | 'passwordHash'>,
  now: Date,
): Promise<string> {
  const id = newSecret();
  await orm.insert(authorizationRecords).values({
    model: MODEL,
    idHash: secretHash(id),
    // Another password ends it.
    payload: { userId, password: hashSecret(passwordHash) },
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  });
  return id;
}

/** Who knew the password, unless the password was changed since, or the operator has removed the second factors. */
export async function findPendingLogin({ orm }: Database, id: string, now: Date): Promise<User | undefined> {
  const [user] = await orm
    .select({ id: users.id, email: users.email })
    .from(authorizationRecords)
    .innerJoin(users, eq(users.id, sql`(${payload}->>'userId')::int`))
    .where(and(isPending(id), gt(expiresAt, now), isSamePassword, hasSecondFactor));
  return user;
}

/** Ends it: it has led to a session, or the person starts again. Returns false if it had ended before. */
export async function endPendingLogin({ orm }: Database, id: string): Promise<boolean> {
  const ended = await orm.delete(authorizationRecords).where(isPending(id)).returning({ idHash });
  return ended.length > 0;
}

function isPending(id: string) {
  return and(eq(model, MODEL), eq(idHash, secretHash(id)));
}
