import type { Sql, TransactionSql } from 'postgres';
import { openSession, type SessionOptions, explainConnection, refusePooler } from '@funnel/db/command';
import { applyAccess } from './roles/apply-access.ts';
import { POLICY_NAMES, WEBSITE_TABLES } from './roles/access.ts';
import { lockMigrations } from './migrations/migrate-database.ts';

/** Why a database cannot be distributed, and what to do. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

export interface DistributionOptions extends SessionOptions {
  /** Into how many parts, for a database that is not distributed yet. Default: 32. */
  shards?: number | undefined;
  /** Called for each table before its rows are moved. */
  onTable?: (table: string) => void;
}

const SHARDS = 32;

/** The function that tells the workers what a transaction is about, and to compile none of its statements. */
export const STATE_WEBSITES = `
    create or replace function state_websites(ids text) returns void language plpgsql as $function$
    begin
      set local plan_cache_mode = 'force_custom_plan';
      set local citus.node_connection_timeout = '2s';
      set local citus.propagate_set_commands = 'local';
      set local jit = off;
      execute format('set local funnel.websites = %L', ids);
    end
    $function$`;

/**
 * Distributes the tables of the websites of a migrated database over the workers of Citus, by website. All or nothing: it is one
 * transaction. It can be run again, after a migration with a new table or after an interruption. Returns the tables that it has distributed.
 * @example
 * const [citus] = await database.sql`select from pg_extension where extname = 'citus'`;
 * if (!citus) await assert.rejects(distributeDatabase(databaseUrl), /no Citus extension/);
 */
export async function distributeDatabase(
  url: string,
  { shards = SHARDS, onTable, ...session }: DistributionOptions = {},
): Promise<{ tables: string[]; workers: number }> {
  const sql = openSession(url, 'funnel-distribute', session);
  try {
    await refusePooler(sql, 'Commands need the address of PostgreSQL itself').catch(explainConnection);
    await lockMigrations(sql, session);
    await assertCitus(sql);
    const workers = await countWorkers(sql);
    const tables = await localTables(sql);
    await sql.begin(async (transaction) => {
      // Several tables with foreign keys in one transaction: one shard after the other.
      await transaction`set local citus.multi_shard_modify_mode = 'sequential'`;
      await createFunctions(transaction);
      if (tables.length > 0) await distribute(transaction, tables, shards, onTable);
    });
    for (const table of tables)
      await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`;
    await applyAccess(sql, { always: true });
    return { tables, workers };
  } finally {
    await sql.end();
  }
}

async function assertCitus(sql: Sql): Promise<void> {
  const [extension] = await sql`select from pg_extension where extname = 'citus'`;
  if (!extension)
    throw new DistributionError(
      'The database has no Citus extension. Run `create extension citus` in it, on the coordinator and on every worker; ' +
        'the server needs shared_preload_libraries = citus.',
    );
}

async function countWorkers(sql: Sql): Promise<number> {
  const [row] = await sql<{ workers: number }[]>`
    select count(*)::int as workers from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards and groupid <> 0`;
  if (!row?.workers)
    throw new DistributionError(
      "The database has no worker. Add one: select citus_add_node('HOST', PORT), on the coordinator.",
    );
  return row.workers;
}

async function localTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`;
  const distributed = new Set(rows.map(({ name }) => name));
  const local = WEBSITE_TABLES.filter((table) => !distributed.has(table));
  const partitioned = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`;
  const split = partitioned.map(({ name }) => name).filter((table) => local.includes(table));
  if (split.length > 0)
    throw new DistributionError(
      `\`npm run -s partition\` has split ${split.join(' and ')}. A split table cannot be distributed: restore a dump into an unsplit database.`,
    );
  return local;
}

async function distribute(
  sql: TransactionSql,
  tables: readonly string[],
  shards: number,
  onTable: DistributionOptions['onTable'],
): Promise<void> {
  const keys = await dropForeignKeys(sql, tables);
  for (const table of tables) {
    onTable?.(table);
    for (const policy of POLICY_NAMES) await sql.unsafe(`drop policy if exists ${policy} on ${table}`);
    const [together] = await sql<{ name: string }[]>`
      select logicalrelid::text as name from pg_dist_partition
      where partmethod = 'h' and logicalrelid::text = any (string_to_array(${WEBSITE_TABLES.join()}, ',')) limit 1`;
    if (together)
      await sql`select create_distributed_table(${table}::regclass, 'website_id', colocate_with => ${together.name})`;
    else
      await sql`select create_distributed_table(${table}::regclass, 'website_id', colocate_with => 'none', shard_count => ${shards})`;
  }
  for (const { table, definition } of keys) await sql.unsafe(`alter table ${table} add ${definition}`);
}

/**
 * A foreign key between tables of the websites is made again after both are distributed. One to another table, such as
 * `websites`, cannot be kept: that table stays on the coordinator.
 */
async function dropForeignKeys(
  sql: TransactionSql,
  tables: readonly string[],
): Promise<{ table: string; definition: string }[]> {
  const keys = await sql<{ table: string; target: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, confrelid::regclass::text as target, quote_ident(conname) as name,
      format('constraint %I %s', conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`;
  const dropped = keys.filter(({ table, target }) => tables.includes(table) || tables.includes(target));
  for (const { table, name } of dropped) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  return dropped.filter(
    ({ table, target }) => WEBSITE_TABLES.includes(table) && WEBSITE_TABLES.includes(target),
  );
}

/**
 * The policies call `stated_websites` on the workers. `state_websites` sends them the setting that it reads: Citus passes on only
 * SET LOCAL, not `set_config`, and no setting of a session. Its plans must know their parameters, because they decide which machine
 * is asked. A machine that is not reached after two seconds is down; the default is half a minute.
 */
async function createFunctions(sql: TransactionSql): Promise<void> {
  await sql`select create_distributed_function('stated_websites()')`;
  await sql.unsafe(STATE_WEBSITES);
}
