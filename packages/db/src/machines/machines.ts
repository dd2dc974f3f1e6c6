import type { WebsiteId } from '@funnel/domain';
import type { Sql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { checkWorkers } from './check-workers.ts';
import { isDistributed } from './distributed.ts';
import { Machine } from './machine.ts';
import type { Connection } from '../connection/orm.ts';

interface Placed {
  machine: Machine;
  until: number;
}

/** A website may be moved to another machine; until this is noticed, it only waits for the wrong one. */
const PLACED_MS = 60_000;
/** For the websites of the other machines, and for what is on the coordinator. */
const SPARE_CONNECTIONS = 2;
const MAX_PLACED = 100_000;
/** As long as a statement waits for a new connection: see `state_websites` in packages/admin/src/distribute.ts. */
const CHECK_TIMEOUT_MS = 2_000;

const pools = new WeakMap<Connection, Machines>();

/** Watches the workers of Citus for a pool. `checker` is one connection of its own: the pool may have none left. */
export function watchMachines(sql: Sql, checker: Sql): void {
  pools.set(sql, new Machines(sql, checker));
}

/** Runs a transaction of a pool about these websites. On Citus it fails at once if the machine of one of them is lost. */
export async function onMachinesOf<Result>(
  sql: Connection,
  websiteIds: readonly WebsiteId[],
  work: () => Promise<Result>,
): Promise<Result> {
  const machines = pools.get(sql);
  if (!machines || websiteIds.length === 0 || !(await isDistributed(sql))) return work();
  return machines.run(websiteIds, work);
}

export function checkerOf(sql: Sql): Sql {
  return pools.get(sql)?.checker ?? sql;
}

/** On Citus the websites by machine; undefined on PostgreSQL. */
export async function websitesByMachine(sql: Connection): Promise<WebsiteId[][] | undefined> {
  if (!pools.has(sql) || !(await isDistributed(sql))) return undefined;
  const rows = await sql<{ ids: WebsiteId[] }[]>`
    select array_agg(w.id order by w.id) as ids
    from websites w
    join pg_dist_shard s on s.logicalrelid = 'public.rollups'::regclass
      and worker_hash(w.id) between s.shardminvalue::int and s.shardmaxvalue::int
    join pg_dist_placement p using (shardid)
    group by p.groupid
    order by p.groupid`;
  return rows.map(({ ids }) => ids);
}

/** The workers of Citus, and which websites they have. */
class Machines {
  readonly #sql: Sql;
  readonly checker: Sql;
  readonly #machines = new Map<number, Machine>();
  readonly #placed = new Map<WebsiteId, Placed>();

  constructor(sql: Sql, checker: Sql) {
    this.#sql = sql;
    this.checker = checker;
  }

  async run<Result>(websiteIds: readonly WebsiteId[], work: () => Promise<Result>): Promise<Result> {
    const now = performance.now();
    const unknown = websiteIds.filter((id) => !((this.#placed.get(id)?.until ?? 0) > now));
    if (unknown.length > 0) await this.#place(unknown, now + PLACED_MS);
    const machines = new Set(websiteIds.flatMap((id) => this.#placed.get(id)?.machine ?? []));
    // Always in the same order, that of their creation: two transactions do not wait for each other.
    const ordered = [...this.#machines.values()].filter((machine) => machines.has(machine));
    return ordered.reduce<() => Promise<Result>>((inner, machine) => () => machine.run(inner), work)();
  }

  async #place(websiteIds: readonly WebsiteId[], until: number): Promise<void> {
    const rows = await this.#sql<{ id: WebsiteId; group: number }[]>`
      select w.id, p.groupid as group
      from unnest(${plainArrayLiteral(websiteIds)}::text::int[]) as w (id)
      join pg_dist_shard s on s.logicalrelid = 'public.rollups'::regclass
        and worker_hash(w.id) between s.shardminvalue::int and s.shardmaxvalue::int
      join pg_dist_placement p using (shardid)`;
    // A file may have any ids.
    if (this.#placed.size > MAX_PLACED) this.#placed.clear();
    for (const { id, group } of rows) {
      const machine = this.#machines.get(group) ?? this.#create(group);
      this.#placed.set(id, { machine, until });
    }
  }

  #create(group: number): Machine {
    const machine = new Machine({
      maxUnderWay: Math.max(1, this.#sql.options.max - SPARE_CONNECTIONS),
      check: () => this.#answers(group),
    });
    this.#machines.set(group, machine);
    return machine;
  }

  async #answers(group: number): Promise<boolean> {
    const workers = await checkWorkers(this.checker, CHECK_TIMEOUT_MS, group);
    return workers.length > 0 && workers.every(({ answers }) => answers);
  }
}
