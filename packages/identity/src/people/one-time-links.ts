import type { Database } from '@funnel/db';
import { authorizationRecords } from '@funnel/db/schema';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Actor, recordSecurityEvents } from '../audit/security-events.ts';
import { newSecret, secretHash } from '../secrets.ts';
import type { MemberRole } from './members.ts';

/** What a link lets its holder do, once. */
export type LinkPurpose =
  | { kind: 'password'; userId: number }
  | { kind: 'invitation'; accountId: number; role: MemberRole };

const MODEL = 'OneTimeLink';
const LIFE_HOURS = 48;
const { model, idHash, payload, expiresAt } = authorizationRecords;

/** Makes a link that works once, within two days. Returns its secret; only the hash is stored. */
export async function createLink({ orm }: Database, purpose: LinkPurpose, by: Actor = {}): Promise<string> {
  const secret = newSecret();
  await orm.transaction(async (tx) => {
    await tx.insert(authorizationRecords).values({
      model: MODEL,
      idHash: secretHash(secret),
      payload: purpose,
      expiresAt: sql`now() + make_interval(hours => ${LIFE_HOURS})`,
    });
    await recordSecurityEvents(tx, [
      purpose.kind === 'password'
        ? { ...by, kind: 'password_link_created', userId: purpose.userId }
        : { ...by, kind: 'member_invited', accountId: purpose.accountId, details: { role: purpose.role } },
    ]);
  });
  return secret;
}

/** What a link is for; undefined if it was used, has expired or never existed. */
export async function findLink(
  { orm }: Pick<Database, 'orm'>,
  secret: string,
): Promise<LinkPurpose | undefined> {
  const [link] = await orm.select({ payload }).from(authorizationRecords).where(isLive(secret));
  return link?.payload as LinkPurpose | undefined;
}

/** Uses a link up: of two who use it at the same time, one gets its purpose. */
export async function useLink(
  { orm }: Pick<Database, 'orm'>,
  secret: string,
): Promise<LinkPurpose | undefined> {
  const [link] = await orm.delete(authorizationRecords).where(isLive(secret)).returning({ payload });
  return link?.payload as LinkPurpose | undefined;
}

function isLive(secret: string) {
  return and(eq(model, MODEL), eq(idHash, secretHash(secret)), gt(expiresAt, sql`now()`));
}
