import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';

const prune = statement('prune-ledger', {}, {});

/** Forgets ledger entries older than the 35 days in which a repeated event is still recognised. */
export async function pruneLedger(database: Database): Promise<void> {
  await prune(database.sql, {});
}
