import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { throttles } from '@funnel/db/schema';

/** At most `limit` attempts per window. */
export interface ThrottleRule {
  windowSeconds: number;
  limit: number;
}

/** A rule, and the current time. */
export interface ThrottleOptions extends ThrottleRule {
  now: Date;
}

/** Whether an attempt may go ahead. */
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

/** Deletes the windows that started before this time. */
export async function deleteThrottles({ orm }: Database, startedBefore: Date): Promise<void> {
  await orm.delete(throttles).where(lt(throttles.windowStart, startedBefore));
}

function startOfWindow(now: Date, windowSeconds: number): Date {
  const windowMs = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
