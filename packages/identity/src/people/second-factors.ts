import { randomBytes } from 'node:crypto';
import { type Actor, type Database, type Orm, recordSecurityEvents } from '@funnel/db';
import { accountMembers, accounts, secondFactors } from '@funnel/db/schema';
import { and, asc, count, eq, lt, ne, sql } from 'drizzle-orm';
import { secretHash } from '@funnel/secrets';

/**
 * A passkey, or an application that shows one-time codes. The key is the public one of a passkey, or the sealed secret of
 * one-time codes.
 */
export interface SecondFactor extends Readonly<typeof secondFactors.$inferSelect> {
  kind: 'passkey' | 'code';
}

/** What a person adds, after it has worked once. */
export type NewSecondFactor = Pick<SecondFactor, 'userId' | 'kind' | 'name' | 'key' | 'counter'> &
  Partial<Pick<SecondFactor, 'handle' | 'transports'>>;

export const MAX_SECOND_FACTORS = 10;
const RECOVERY_CODES = 10;
/** Crockford's letters, which do not look alike. 16 of them are 80 bits, so a plain hash cannot be guessed backwards. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 16;
/** Any number will do: it tells these locks from others. */
const FACTORS_LOCK = 7_203_120;

const isOf = (userId: number) => eq(secondFactors.userId, userId);
const isRecovery = eq(secondFactors.kind, 'recovery');
const isNoRecovery = ne(secondFactors.kind, 'recovery');

/** Lists the second factors of a person, the oldest first, without recovery codes. */
export function listSecondFactors({ orm }: Pick<Database, 'orm'>, userId: number): Promise<SecondFactor[]> {
  return orm
    .select()
    .from(secondFactors)
    .where(and(isOf(userId), isNoRecovery))
    .orderBy(asc(secondFactors.id)) as Promise<SecondFactor[]>;
}

/** Finds a passkey by its id. */
export async function findPasskey({ orm }: Database, handle: Buffer): Promise<SecondFactor | undefined> {
  const [passkey] = await orm
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.handle, handle), eq(secondFactors.kind, 'passkey')));
  return passkey as SecondFactor | undefined;
}

export async function countRecoveryCodes({ orm }: Database, userId: number): Promise<number> {
  const [row] = await orm
    .select({ left: count() })
    .from(secondFactors)
    .where(and(isOf(userId), isRecovery));
  return row?.left ?? 0;
}

/**
 * Adds a second factor. The first one comes with recovery codes, which are shown once; for another one the person must have shown one
 * (`isStrong`), so that of two who know the password and add the first one at the same time, one succeeds.
 */
export function addSecondFactor(
  { orm }: Database,
  { isStrong, ...factor }: NewSecondFactor & { isStrong: boolean },
  by: Actor = {},
): Promise<{ recoveryCodes: string[] } | { error: 'too_many' | 'known' | 'not_shown' }> {
  const { userId, kind } = factor;
  return orm.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const factors = await listSecondFactors({ orm: tx }, userId);
    if (factors.length > 0 && !isStrong) return { error: 'not_shown' };
    if (factors.length >= MAX_SECOND_FACTORS) return { error: 'too_many' };
    // One application for one-time codes is enough, and the person would not know which code is asked for.
    if (kind === 'code' && factors.some((each) => each.kind === 'code')) return { error: 'known' };
    const added = await tx
      .insert(secondFactors)
      .values({ ...factor, lastUsedAt: sql`now()` })
      .onConflictDoNothing({ target: secondFactors.handle })
      .returning({ id: secondFactors.id });
    if (added.length === 0) return { error: 'known' };
    const recoveryCodes = factors.length === 0 ? await makeRecoveryCodes(tx, userId) : [];
    await recordSecurityEvents(tx, { ...by, kind: 'second_factor_added', userId, details: { kind } });
    return { recoveryCodes };
  });
}

/** Removes a second factor; with the last one also the recovery codes. The last one stays if an account of the person requires one. */
export function removeSecondFactor(
  { orm }: Database,
  { userId, id }: Pick<SecondFactor, 'userId' | 'id'>,
  by: Actor = {},
): Promise<'removed' | 'unknown' | 'required'> {
  return orm.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const factors = await listSecondFactors({ orm: tx }, userId);
    const factor = factors.find((each) => each.id === id);
    if (!factor) return 'unknown';
    const isLast = factors.length === 1;
    if (isLast && (await isRequired(tx, userId))) return 'required';
    await tx.delete(secondFactors).where(isLast ? isOf(userId) : and(isOf(userId), eq(secondFactors.id, id)));
    const details = { kind: factor.kind };
    await recordSecurityEvents(tx, { ...by, kind: 'second_factor_removed', userId, details });
    return 'removed';
  });
}

/** Removes all second factors of a person who has lost them: the operator's word. Returns how many there were. */
export function resetSecondFactors({ orm }: Database, userId: number, by: Actor = {}): Promise<number> {
  return orm.transaction(async (tx) => {
    const removed = await tx
      .delete(secondFactors)
      .where(isOf(userId))
      .returning({ kind: secondFactors.kind });
    const factors = removed.filter(({ kind }) => kind !== 'recovery').length;
    if (factors > 0)
      await recordSecurityEvents(tx, {
        ...by,
        kind: 'second_factor_removed',
        userId,
        details: { count: factors },
      });
    return factors;
  });
}

/** Notes that a factor was used. False if its counter does not grow: somebody has used it before, or has copied it. */
export async function useSecondFactor(
  { orm }: Database,
  { id, counter }: Pick<SecondFactor, 'id' | 'counter'>,
): Promise<boolean> {
  // Many passkeys count nothing and always say 0.
  const grows = counter === 0 ? eq(secondFactors.counter, 0) : lt(secondFactors.counter, counter);
  const used = await orm
    .update(secondFactors)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(secondFactors.id, id), grows))
    .returning({ id: secondFactors.id });
  return used.length > 0;
}

/** Replaces the recovery codes of a person who has a second factor. */
export function renewRecoveryCodes({ orm }: Database, userId: number, by: Actor = {}): Promise<string[]> {
  return orm.transaction(async (tx) => {
    await lockFactors(tx, userId);
    if ((await listSecondFactors({ orm: tx }, userId)).length === 0) return [];
    await tx.delete(secondFactors).where(and(isOf(userId), isRecovery));
    const codes = await makeRecoveryCodes(tx, userId);
    await recordSecurityEvents(tx, { ...by, kind: 'recovery_codes_made', userId });
    return codes;
  });
}

/** Uses a recovery code up: of two who send it at the same time, one gets in. */
export async function useRecoveryCode({ orm }: Database, userId: number, text: string): Promise<boolean> {
  const handle = secretHash(normalizeCode(text));
  const used = await orm
    .delete(secondFactors)
    .where(and(isOf(userId), isRecovery, eq(secondFactors.handle, handle)))
    .returning({ id: secondFactors.id });
  return used.length > 0;
}

export async function isRequired(orm: Pick<Orm, 'select'>, userId: number): Promise<boolean> {
  const rows = await orm
    .select({ id: accounts.id })
    .from(accountMembers)
    .innerJoin(accounts, eq(accounts.id, accountMembers.accountId))
    .where(and(eq(accountMembers.userId, userId), accounts.secondFactorRequired))
    .limit(1);
  return rows.length > 0;
}

/** Requires a second factor of everybody in an account, or no longer. */
export async function requireSecondFactor(
  { orm }: Database,
  { accountId, isOn }: { accountId: number; isOn: boolean },
  by: Actor = {},
): Promise<void> {
  await orm.transaction(async (tx) => {
    await tx.update(accounts).set({ secondFactorRequired: isOn }).where(eq(accounts.id, accountId));
    const details = { required: isOn };
    await recordSecurityEvents(tx, { ...by, kind: 'second_factor_required', accountId, details });
  });
}

async function makeRecoveryCodes(tx: Orm, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.insert(secondFactors).values(
    codes.map((code) => ({
      userId,
      kind: 'recovery' as const,
      name: '',
      handle: secretHash(normalizeCode(code)),
    })),
  );
  return codes;
}

/** Four groups of four, which are easy to copy from paper. */
function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** As it was made, however it was copied. */
function normalizeCode(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
    .replaceAll(/[^a-z0-9]/g, '');
}

async function lockFactors(tx: Orm, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FACTORS_LOCK}, ${userId})`);
}
