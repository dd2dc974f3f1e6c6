import type { Connection } from '../connection/orm.ts';

/** What is known of pools and of transactions. */
const known = new WeakMap<Connection, boolean>();

/**
 * Whether Citus has distributed the tables of the websites over several machines: see docs/how-to/run-on-citus.md. Each pool is
 * asked once.
 * @example
 * assert.equal(typeof (await isDistributed(database.sql)), 'boolean');
 */
export async function isDistributed(connection: Connection): Promise<boolean> {
  return known.get(connection) ?? ask(connection);
}

/** The same for a transaction whose pool was asked. */
export function isKnownDistributed(transaction: Connection): boolean {
  return known.get(transaction) ?? false;
}

/** Remembers for a transaction what is known of its pool. */
export function inheritDistributed(transaction: Connection, pool: Connection): void {
  known.set(transaction, known.get(pool) ?? false);
}

async function ask(connection: Connection): Promise<boolean> {
  const [extension] = await connection<{ exists: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as exists`;
  const [table] = extension?.exists
    ? await connection`select from pg_dist_partition where logicalrelid = to_regclass('public.rollups')`
    : [];
  known.set(connection, table !== undefined);
  return table !== undefined;
}

/**
 * The websites of one statement. Citus sends a statement about one website to the machine that has it; PostgreSQL reads all
 * websites with one statement.
 * @example
 * const groups = await websiteGroups(database.sql, [{ id: 1 }, { id: 2 }]);
 * assert.deepEqual(groups.flat(), [{ id: 1 }, { id: 2 }]);
 */
export async function websiteGroups<Website>(
  connection: Connection,
  websites: readonly Website[],
): Promise<(readonly Website[])[]> {
  return (await isDistributed(connection)) ? websites.map((website) => [website]) : [websites];
}

/**
 * The only one of the websites of a statement, or null: for statements that otherwise compare each row with its own website.
 * @example
 * assert.equal(onlyOne([7]), 7);
 * assert.equal(onlyOne([7, 8]), null);
 */
export function onlyOne<Id>(websiteIds: readonly Id[]): Id | null {
  const [first] = websiteIds;
  return websiteIds.length === 1 && first !== undefined ? first : null;
}
