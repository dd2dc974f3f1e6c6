import type { Sql, TransactionSql } from 'postgres';
import { openSession, type SessionOptions, explainConnection, refusePooler } from '@funnel/db/command';
import { isDistributed } from '@funnel/db';
import { applyTableAccess } from './roles/apply-access.ts';

/** Where the parts are. No service has rights here: it reaches the rows only through the table itself. */
const SCHEMA = 'partitions';
const LOCK_TIMEOUT = '5s';

/** A table, and the part of it that must be copied while nobody writes; the rest is copied before. */
const TABLES = {
  event_ledger: { late: `where recorded_on >= $1::date`, copiesBefore: true },
  pending_events: { late: '', copiesBefore: false },
} as const;
type Table = keyof typeof TABLES;

/**
 * Splits the tables of single events, the ledger and the pending events, into parts by website. Services go on meanwhile; they wait
 * only while the last rows are copied. A table that is split already stays as it is. Returns the tables that were split.
 * @example
 * assert.deepEqual(await partitionEvents(databaseUrl, 4), ['event_ledger', 'pending_events']);
 * assert.deepEqual(await partitionEvents(databaseUrl, 4), []);
 */
export async function partitionEvents(
  url: string,
  parts: number,
  options: SessionOptions = {},
): Promise<string[]> {
  const sql = openSession(url, 'funnel-partition', options);
  try {
    await refusePooler(sql, 'Commands need the address of PostgreSQL itself').catch(explainConnection);
    // Citus has split them by website, too.
    if (await isDistributed(sql)) return [];
    const split: string[] = [];
    for (const table of Object.keys(TABLES) as Table[])
      if (!(await isPartitioned(sql, table))) {
        await partition(sql, table, parts);
        split.push(table);
      }
    return split;
  } finally {
    await sql.end();
  }
}

async function isPartitioned(sql: Sql, table: Table): Promise<boolean> {
  const [row] = await sql<{ kind: string }[]>`
    select relkind::text as kind from pg_class where oid = ${table}::text::regclass`;
  return row?.kind === 'p';
}

async function partition(sql: Sql, table: Table, parts: number): Promise<void> {
  const { late, copiesBefore } = TABLES[table];
  const next = `${SCHEMA}.${table}_next`;
  await sql.unsafe(`
    create schema if not exists ${SCHEMA};
    drop table if exists ${next};
    create table ${next} (like ${table} including all) partition by hash (website_id);
    ${Array.from({ length: parts }, (_, n) => `create table ${SCHEMA}.${table}_${n} partition of ${next} for values with (modulus ${parts}, remainder ${n})`).join(';\n')}`);
  // A transaction that began before midnight may still be open.
  const [started] = await sql<{ day: string }[]>`select (current_date - 1)::text as day`;
  if (copiesBefore) await sql.unsafe(`insert into ${next} select * from ${table} on conflict do nothing`);
  await sql.begin(async (transaction) => {
    await transaction.unsafe(
      `set local lock_timeout = '${LOCK_TIMEOUT}'; lock table ${table} in access exclusive mode`,
    );
    await transaction.unsafe(
      `insert into ${next} overriding system value select * from ${table} ${late} on conflict do nothing`,
      copiesBefore ? [started?.day ?? ''] : [],
    );
    const names = await indexNames(transaction, table);
    await transaction.unsafe(`
      drop table ${table};
      alter table ${next} set schema public;
      alter table public.${table}_next rename to ${table}`);
    await renameIndexes(transaction, table, names);
    await applyTableAccess(transaction, table);
  });
  await sql.unsafe(`analyze ${table}`);
}

/** The names of the indexes by what they index: a copied table has others, and migrations refer to these. */
async function indexNames(sql: TransactionSql, table: string): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') as definition
    from pg_index where indrelid = ${table}::text::regclass`;
  return new Map(rows.map(({ name, definition }) => [definition, name]));
}

async function renameIndexes(
  sql: TransactionSql,
  table: string,
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [definition, name] of await indexNames(sql, table)) {
    const old = wanted.get(definition);
    if (old && old !== name) await sql.unsafe(`alter index ${name} rename to ${old}`);
  }
}
