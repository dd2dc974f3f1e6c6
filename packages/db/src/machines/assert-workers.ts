import { checkWorkers } from './check-workers.ts';
import type { Database } from '../connection/database.ts';
import { isDistributed } from './distributed.ts';
import { checkerOf } from './machines.ts';

/** Shorter than a health check may take. */
const TIMEOUT_MS = 1_000;

/**
 * Throws if Citus has distributed the database and a worker cannot be reached. The websites on it have no reports, the others
 * have.
 * @example
 * await assert.doesNotReject(assertWorkers(database));
 */
export async function assertWorkers({ sql }: Database): Promise<void> {
  if (!(await isDistributed(sql))) return;
  const workers = await checkWorkers(checkerOf(sql), TIMEOUT_MS);
  const gone = workers.filter(({ answers }) => !answers).map(({ address }) => address);
  if (gone.length > 0)
    throw new Error(
      `No connection to the database workers ${gone.join(', ')}: their websites have no reports`,
    );
}
