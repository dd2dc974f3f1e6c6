import type { Database } from './database.ts';
import { isDistributed } from './distributed.ts';

/**
 * Throws if Citus has distributed the database and a worker cannot be reached. The websites on it have no reports, the others
 * have.
 * @example
 * await assert.doesNotReject(assertWorkers(database));
 */
export async function assertWorkers({ sql }: Database): Promise<void> {
  if (!(await isDistributed(sql))) return;
  const workers = await sql<{ address: string; isReachable: boolean | null }[]>`
    select format('%s:%s', nodename, nodeport) as address,
      citus_check_connection_to_node(nodename, nodeport) as "isReachable"
    from pg_dist_node
    where noderole = 'primary' and isactive and groupid <> 0`;
  const gone = workers.filter(({ isReachable }) => !isReachable).map(({ address }) => address);
  if (gone.length > 0)
    throw new Error(
      `No connection to the database workers ${gone.join(', ')}: their websites have no reports`,
    );
}
