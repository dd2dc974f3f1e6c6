import type { Database } from '@funnel/db';
import { bool, int4, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const BATCH_SIZE = 1000;

const deleteBatch = statement('delete-expired', { limit: int4() }, { count: int4() });
const deleteClients = statement('delete-unused-clients', { unusedSince: text() }, { model: text() });
const deleteTokens = statement('delete-ended-tokens', { endedBefore: text() }, { deleted: bool() });
const deleteUses = statement('delete-unneeded-uses', {}, { deleted: bool() });

/** Deletes expired tokens, grants, sessions and interactions. Returns how many. */
export async function deleteExpired(database: Database): Promise<number> {
  let deleted = 0;
  for (;;) {
    const [batch] = await deleteBatch(database.sql, { limit: BATCH_SIZE });
    const count = batch?.count ?? 0;
    deleted += count;
    if (count < BATCH_SIZE) break;
  }
  await deleteUses(database.sql, {});
  return deleted;
}

/** Deletes registered clients without a grant that were not used since. Returns how many. */
export async function deleteUnusedClients(database: Database, unusedSince: Date): Promise<number> {
  return (await deleteClients(database.sql, { unusedSince: unusedSince.toISOString() })).length;
}

/** Deletes personal tokens that ended before a time: until then the token page lists them. Returns how many. */
export async function deleteEndedTokens(database: Database, endedBefore: Date): Promise<number> {
  return (await deleteTokens(database.sql, { endedBefore: endedBefore.toISOString() })).length;
}
