import type { WebsiteId } from '@funnel/domain';
import { type Database, inWebsiteTransaction } from '../connection/database.ts';
import { websitesByMachine } from './machines.ts';
import type { Connection } from '../connection/orm.ts';

/**
 * Asks about all websites: PostgreSQL once, about `null`, and Citus each machine about its own websites, so that one that is lost
 * does not fail the others. Throws if none answers.
 * @example
 * const { answers } = await askMachines(database, async (_connection, websiteIds) => websiteIds ?? 'all');
 * assert.ok(answers.length >= 1); // One on PostgreSQL, one for each worker on Citus.
 */
export async function askMachines<Result>(
  { sql }: Pick<Database, 'sql'>,
  ask: (connection: Connection, websiteIds: readonly WebsiteId[] | null) => Promise<Result>,
): Promise<{ answers: Result[]; failures: unknown[] }> {
  const groups = await websitesByMachine(sql);
  if (!groups) return { answers: [await ask(sql, null)], failures: [] };
  const outcomes = await Promise.allSettled(
    groups.map((ids) => inWebsiteTransaction({ sql }, ids, (transaction) => ask(transaction, ids))),
  );
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (answers.length === 0 && failures.length > 0) throw failures[0];
  return { answers, failures };
}
