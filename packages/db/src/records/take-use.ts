import { createHash } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { notificationLimits } from '../schema/index.ts';

const { key, uses, usedAt } = notificationLimits;

/** What may not happen often. */
export interface Limit {
  name: string;
  most: number;
  /** In any so many seconds. */
  seconds: number;
}

/**
 * Counts a use of a limit; false if it is one too many. A use that was counted before counts once. One statement: of several at once, in any process, each waits for the one before,
 * and none is one too many. It is kept by a hash and belongs to nothing, so it stays when what is made comes and goes.
 * @example
 * import { randomUUID } from 'node:crypto';
 *
 * const limit = { name: 'example', most: 1, seconds: 60 };
 * assert.equal(await takeUse(database, limit, { of: 'person 1', use: randomUUID() }), true);
 * assert.equal(await takeUse(database, limit, { of: 'person 1', use: randomUUID() }), false);
 */
export async function takeUse(
  { orm }: Pick<Database, 'orm'>,
  { name, most, seconds }: Limit,
  { of, use }: { of: string; use: string },
): Promise<boolean> {
  const id = sql`${use}::text::uuid`;
  const isCounted = sql`${id} = any (${uses})`;
  // The newest comes first, so there is room if the last of the most is old enough.
  const hasRoom = sql`coalesce((${usedAt})[${most}::int] <= now() - make_interval(secs => ${seconds}::int), true)`;
  const added = (one: SQL, before: typeof uses | typeof usedAt) =>
    sql`case when ${isCounted} then ${before} else array[${one}] || (${before})[1:${most}::int - 1] end`;
  const taken = await orm
    .insert(notificationLimits)
    .values({
      key: keyOf(name, of),
      uses: sql`array[${id}]`,
      usedAt: sql`array[now()]`,
      lastUsedAt: sql`now()`,
    })
    .onConflictDoUpdate({
      target: key,
      set: { uses: added(id, uses), usedAt: added(sql`now()`, usedAt), lastUsedAt: sql`now()` },
      setWhere: sql`${isCounted} or ${hasRoom}`,
    })
    .returning({ key });
  return taken.length > 0;
}

/**
 * Counts a use of a limit; throws a ServiceError with `detail` if it is one too many. Its `Retry-After` says when there is room.
 * @example
 * import { randomUUID } from 'node:crypto';
 *
 * const limit = { name: 'needed', most: 1, seconds: 60 };
 * const use = () => requireUse(database, limit, { of: 'person 1', use: randomUUID(), detail: 'Wait a while.' });
 * await use();
 * await assert.rejects(use, /Wait a while/);
 */
export async function requireUse(
  database: Pick<Database, 'orm'>,
  limit: Limit,
  { detail, parameter, ...counted }: { of: string; use: string; detail: string; parameter?: string },
): Promise<void> {
  if (await takeUse(database, limit, counted)) return;
  const { name, most, seconds } = limit;
  const left = sql<number>`ceil(extract(epoch from (${usedAt})[${most}::int] - now()) + ${seconds}::int)::int`;
  const [room] = await database.orm
    .select({ seconds: left })
    .from(notificationLimits)
    .where(eq(key, keyOf(name, counted.of)));
  const headers = { 'Retry-After': String(Math.max(1, room?.seconds ?? seconds)) };
  throw new ServiceError('rate_limited', detail, { parameter, headers });
}

function keyOf(name: string, of: string): string {
  return createHash('sha256').update(`${name} ${of}`).digest('base64url');
}
