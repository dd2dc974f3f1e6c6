import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { throttles } from '@funnel/db/schema';

/** At most `limit` attempts per window. */
export interface ThrottleRule {
  windowSeconds: number;
  limit: number;
}

export interface ThrottleOptions extends ThrottleRule {
  now: Date;
}

export interface ThrottleResult {
  allowed: boolean;
  /** Until the window ends and the count starts again. */
  retryAfterSeconds: number;
}

/**
 * Counts one attempt and checks the limit in one atomic statement, so that parallel attempts and several replicas
 * share it. Keys must be short and must not contain personal data.
 */
export async function consumeThrottle(
  { orm }: Database,
  key: string,
  { windowSeconds, limit, now }: ThrottleOptions,
): Promise<ThrottleResult> {
  const windowStart = startOfWindow(now, windowSeconds);
  const [row] = await orm
    .insert(throttles)
    .values({ key, windowStart, attempts: 1 })
    .onConflictDoUpdate({
      target: [throttles.key, throttles.windowStart],
      // Stops counting far above any limit, before the integer overflows.
      set: { attempts: sql`least(${throttles.attempts} + 1, 1000000000)` },
    })
    .returning({ attempts: throttles.attempts });
  const endsAtMs = windowStart.getTime() + windowSeconds * 1000;
  return {
    allowed: row !== undefined && row.attempts <= limit,
    retryAfterSeconds: Math.ceil((endsAtMs - now.getTime()) / 1000),
  };
}

/** Takes one attempt back, for limits that count only failures. */
export async function refundThrottle(
  { orm }: Database,
  key: string,
  { windowSeconds, now }: Omit<ThrottleOptions, 'limit'>,
): Promise<void> {
  await orm
    .update(throttles)
    .set({ attempts: sql`greatest(${throttles.attempts} - 1, 0)` })
    .where(and(eq(throttles.key, key), eq(throttles.windowStart, startOfWindow(now, windowSeconds))));
}

/** Some attempts are free; each further one doubles the time until the next, from a second up to a limit. */
export interface GrowingDelayRule {
  windowSeconds: number;
  free: number;
  maxDelaySeconds: number;
}

/**
 * Counts one attempt, unless the delay after the last one is not over. The count and the next delay are one atomic statement,
 * so that parallel attempts do not get around it. A refused attempt does not prolong the delay.
 */
export async function consumeWithDelay(
  { orm }: Database,
  key: string,
  { windowSeconds, free, maxDelaySeconds, now }: GrowingDelayRule & { now: Date },
): Promise<ThrottleResult> {
  const windowStart = startOfWindow(now, windowSeconds);
  const at = sql`${now.toISOString()}::timestamptz`;
  const beyond = sql`${throttles.attempts} - ${free}::int`;
  const [counted] = await orm
    .insert(throttles)
    .values({ key, windowStart, attempts: 1 })
    .onConflictDoUpdate({
      target: [throttles.key, throttles.windowStart],
      set: {
        attempts: sql`least(${throttles.attempts} + 1, 1000000000)`,
        blockedUntil: sql`case when ${beyond} >= 0
          then ${at} + make_interval(secs => least(2 ^ least(${beyond}, 30), ${maxDelaySeconds}::float8)) end`,
      },
      setWhere: sql`coalesce(${throttles.blockedUntil} <= ${at}, true)`,
    })
    .returning({ attempts: throttles.attempts });
  if (counted) return { allowed: true, retryAfterSeconds: 0 };
  const [row] = await orm
    .select({ blockedUntil: throttles.blockedUntil })
    .from(throttles)
    .where(and(eq(throttles.key, key), eq(throttles.windowStart, windowStart)));
  const waitMs = (row?.blockedUntil?.getTime() ?? 0) - now.getTime();
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Forgets all attempts, such as after a correct password. */
export async function resetThrottle({ orm }: Database, key: string): Promise<void> {
  await orm.delete(throttles).where(eq(throttles.key, key));
}

/** Deletes the windows that started before this time. */
export async function deleteThrottles({ orm }: Database, startedBefore: Date): Promise<void> {
  await orm.delete(throttles).where(lt(throttles.windowStart, startedBefore));
}

function startOfWindow(now: Date, windowSeconds: number): Date {
  const windowMs = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
