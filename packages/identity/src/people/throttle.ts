import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '@funnel/db';
import { throttles } from '@funnel/db/schema';

export interface ThrottleRule {
  windowSeconds: number;
  limit: number;
}

export interface ThrottleOptions extends ThrottleRule {
  now: Date;
}

export interface ThrottleResult {
  allowed: boolean;
  /** Until the window ends and counting begins anew. */
  retryAfterSeconds: number;
}

/**
 * Counts one attempt and tells whether it is within the limit: one atomic statement, so that neither parallel attempts
 * nor several replicas pass together. Windows are aligned; the key must be bounded in length and hold no personal data.
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
      // What is far over the limit need not be counted on.
      set: { attempts: sql`least(${throttles.attempts} + 1, 1000000000)` },
    })
    .returning({ attempts: throttles.attempts });
  const endsAtMs = windowStart.getTime() + windowSeconds * 1000;
  return {
    allowed: row !== undefined && row.attempts <= limit,
    retryAfterSeconds: Math.ceil((endsAtMs - now.getTime()) / 1000),
  };
}

/** Takes one attempt back: for limits that count failures alone. */
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

/** For the clean-up: windows that began before this instant are over. */
export async function deleteThrottles({ orm }: Database, startedBefore: Date): Promise<void> {
  await orm.delete(throttles).where(lt(throttles.windowStart, startedBefore));
}

function startOfWindow(now: Date, windowSeconds: number): Date {
  const windowMs = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
