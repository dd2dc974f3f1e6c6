import type { Orm } from '../connection/database.ts';
import { accountMembers } from '../schema/index.ts';
import { and, type AnyColumn, eq, exists, type SQL, sql } from 'drizzle-orm';

/** Whether a membership is that of an owner. */
export const IS_OWNER = eq(accountMembers.role, 'owner');

/**
 * Whether a person owns the account that a column names.
 * @example
 * import { accounts } from '@funnel/db/schema';
 *
 * const owned = database.orm.select({ id: accounts.id }).from(accounts);
 * assert.deepEqual(await owned.where(ownsAccount(database.orm, 999, accounts.id)), []);
 */
export function ownsAccount(orm: Pick<Orm, 'select'>, userId: number, accountId: AnyColumn): SQL {
  const owner = orm
    .select({ one: sql`1` })
    .from(accountMembers)
    .where(and(eq(accountMembers.accountId, accountId), eq(accountMembers.userId, userId), IS_OWNER));
  return exists(owner);
}
