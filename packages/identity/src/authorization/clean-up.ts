import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';

const BATCH_SIZE = 1000;

const deleteBatch = statement('delete-expired');
const deleteClients = statement('delete-unused-clients');

/** Tokens, grants, sessions and interactions whose time is over; returns how many. */
export async function deleteExpired(database: Database): Promise<number> {
  let deleted = 0;
  for (;;) {
    const [batch] = await deleteBatch<{ count: number }>(database.sql, [BATCH_SIZE]);
    const count = batch?.count ?? 0;
    deleted += count;
    if (count < BATCH_SIZE) return deleted;
  }
}

/** Registered clients that nobody has let in since; returns how many. */
export async function deleteUnusedClients(database: Database, unusedSince: Date): Promise<number> {
  return (await deleteClients(database.sql, [unusedSince.toISOString()])).length;
}
