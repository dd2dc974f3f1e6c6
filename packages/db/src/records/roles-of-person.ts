import { eq } from 'drizzle-orm';
import type { Orm } from '../connection/database.ts';
import { accountMembers } from '../schema/index.ts';

/** Owners see and revoke the tokens of all members, and invite people. Readers create no tokens and change nothing. */
export type MemberRole = typeof accountMembers.$inferSelect.role;

/**
 * What a person may do, by account.
 * @example
 * assert.equal((await rolesOfPerson(database.orm, 999)).size, 0);
 */
export async function rolesOfPerson(
  orm: Pick<Orm, 'select'>,
  userId: number,
): Promise<ReadonlyMap<number, MemberRole>> {
  const { accountId, role } = accountMembers;
  const rows = await orm
    .select({ accountId, role })
    .from(accountMembers)
    .where(eq(accountMembers.userId, userId));
  return new Map(rows.map((row) => [row.accountId, row.role]));
}
