import { cuttableProxy, type CuttableProxy, type TestDatabase } from '@funnel/testing';

/** A database on Citus of which one worker can be lost. */
export interface LosableWorker {
  proxy: CuttableProxy;
  /** Which of the websites it has, and which not. */
  lost: number[];
  healthy: number[];
}

/**
 * Lets the machines of a database reach one worker through a proxy. Only this database is affected: other suites use the same
 * servers. Citus must run on this machine.
 */
export async function throughProxy(
  { database }: TestDatabase,
  websiteIds: readonly number[],
): Promise<LosableWorker> {
  const { sql } = database;
  const [worker] = await sql<{ id: number; group: number; host: string; port: number }[]>`
    select nodeid as id, groupid as group, nodename as host, nodeport as port
    from pg_dist_node where noderole = 'primary' order by groupid desc limit 1`;
  if (!worker) throw new Error('The database has no worker');
  const proxy = await cuttableProxy(`postgres://${worker.host}:${worker.port}`);
  const { hostname, port } = new URL(proxy.url);
  await sql`select citus_update_node(${worker.id}, ${hostname}, ${Number(port)})`;
  const placed = await Promise.all(
    websiteIds.map(async (id) => {
      const [row] = await sql<{ group: number }[]>`
        select groupid as group from pg_dist_placement
        where shardid = get_shard_id_for_distribution_column('rollups', ${id}::int)`;
      return { id, isLost: row?.group === worker.group };
    }),
  );
  return {
    proxy,
    lost: placed.filter(({ isLost }) => isLost).map(({ id }) => id),
    healthy: placed.filter(({ isLost }) => !isLost).map(({ id }) => id),
  };
}
