import type { Sql } from 'postgres';

/** A worker of Citus, and whether the coordinator reaches it. */
interface CheckedWorker {
  address: string;
  answers: boolean | null;
}

/**
 * Asks all workers, or those of one group, for a new connection each. One that Citus has kept must not be used: if the worker is
 * frozen, nothing ends the wait for its answer. So `checker` has no other use.
 */
export async function checkWorkers(
  checker: Sql,
  timeoutMs: number,
  group: number | null = null,
): Promise<readonly CheckedWorker[]> {
  const [, , workers] = await checker.begin((transaction) => [
    transaction`set local citus.max_cached_conns_per_worker = 0`,
    transaction.unsafe(`set local citus.node_connection_timeout = ${timeoutMs}`),
    transaction<CheckedWorker[]>`
      select format('%s:%s', nodename, nodeport) as address,
        citus_check_connection_to_node(nodename, nodeport) as answers
      from pg_dist_node
      where noderole = 'primary' and isactive and groupid <> 0
        and (${group}::int is null or groupid = ${group}::int)`,
  ]);
  return workers;
}
