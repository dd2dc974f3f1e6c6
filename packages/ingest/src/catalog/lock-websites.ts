import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { plainArrayLiteral } from '@funnel/db/sql';

/** Advisory locks of two numbers. Any first number will do if every process uses the same. */
const WEBSITES_LOCK = 7_203_116;
const OPERATOR_LOCK = 7_203_117;
/** PostgreSQL has room for a few thousand locks. Two websites with the same one wait for each other now and then. */
const LOCKS = 1_024;

/** Locks websites until the transaction ends, so that checks still hold; false if another import has one of them. */
export async function tryLockWebsites(
  transaction: TransactionSql,
  websiteIds: readonly WebsiteId[],
): Promise<boolean> {
  const [row] = await transaction<{ free: boolean | null }[]>`
    select bool_and(pg_try_advisory_xact_lock(${WEBSITES_LOCK}, lock)) as free
    from unnest(${locksOf(websiteIds)}::text::int[]) as lock`;
  return row?.free !== false;
}

/**
 * The same for an operator, who waits for the imports of others. Operators also wait for each other: only they write accounts,
 * create websites and set their keys, of which no two may be the same.
 */
export async function lockWebsites(
  transaction: TransactionSql,
  websiteIds: readonly WebsiteId[],
): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${OPERATOR_LOCK}, 0)`;
  // Always in the same order: no deadlock.
  await transaction`
    select pg_advisory_xact_lock(${WEBSITES_LOCK}, lock)
    from unnest(${locksOf(websiteIds)}::text::int[]) as lock`;
}

function locksOf(websiteIds: readonly WebsiteId[]): string {
  const locks = new Set(websiteIds.map((id) => id % LOCKS));
  return plainArrayLiteral([...locks].sort((one, other) => one - other));
}
