import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { WebsiteId } from '@funnel/domain';
import { ASK_FOR_NO_TYPES, knowArrays } from './arrays.ts';
import { COMPILE_NOTHING, SEARCH_PATH, sessionLimits } from './command-session.ts';
import { inheritDistributed, isDistributed } from '../machines/distributed.ts';
import { observedTransaction } from './observer.ts';
import { onMachinesOf, watchMachines } from '../machines/machines.ts';
import { type Connection, type Orm, ormOn } from './orm.ts';
import type { Memory } from '../memory/memory.ts';
import { memoryOf, shareMemory } from '../memory/memory-of.ts';
import { explainConnection, type Pooler, refusePooler } from './pooler.ts';
import { stateWebsites } from './stated-websites.ts';
import { readTls } from './tls.ts';

export { type Connection, type Orm, ormOn };

export interface DatabaseOptions {
  /** With `sslmode` and `sslrootcert`, as psql reads them. */
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  maxConnections?: number;
  /** Plans each prepared statement once: for statements that read by key, whatever the size of the tables. */
  reusePlans?: boolean;
  /**
   * PostgreSQL cancels a statement after this time. A connection that does not answer two seconds later is replaced, and
   * nothing waits longer for a connection. No limits by default.
   */
  statementTimeoutMs?: number;
  /** How long to wait for a new connection. Ten seconds by default. */
  connectTimeoutMs?: number;
  /** PostgreSQL cancels a statement that waits so long for a lock. By default the server decides. */
  lockTimeoutMs?: number;
  /** PostgreSQL ends a connection that waits so long inside a transaction. A minute by default, 0 for no limit. */
  idleTransactionTimeoutMs?: number;
  /** What is between this process and PostgreSQL. Nothing by default. */
  pooler?: Pooler;
}

export interface Database {
  /** For SQL files. Drizzle shares this client and turns off some serializers: pass only text, numbers and null. */
  sql: Sql;
  /** For plain reads and writes of records. */
  orm: Orm;
  memory: Memory;
  /** Resolves if the database answers, and is reached in the way that `pooler` says. */
  ping(): Promise<void>;
  /** How long no connection of the pool has been answered. 0 if nothing was asked since the last answer. */
  unansweredMs(): number;
  close(): Promise<void>;
}

/** A plan made while a table was small must not be reused after it has grown. */
const PLANNED_EACH_TIME = { plan_cache_mode: 'force_custom_plan' };
/** Without sequential scans the plan is the same for small and large tables. */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** For the word of PostgreSQL that it has cancelled a statement. */
const ANSWER_GRACE_MS = 2_000;
const CLOSE_TIMEOUT_SECONDS = 5;
const CHECKER_IDLE_SECONDS = 10;

/**
 * Opens a pool. It connects when the first statement is sent.
 * @example
 * const pool = openDatabase({ url: databaseUrl, applicationName: 'example' });
 * await pool.ping();
 * const [row] = await pool.sql`select 1 + 1 as sum`;
 * assert.equal(row?.sum, 2);
 * await pool.close();
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { applicationName, maxConnections = 10, reusePlans = false, statementTimeoutMs = 0 } = options;
  const { idleTransactionTimeoutMs = IDLE_TRANSACTION_TIMEOUT_MS, lockTimeoutMs, pooler = 'none' } = options;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  // A pooler rejects or forgets the settings of a session: there, the role has them (packages/admin/src/roles/create-roles.ts).
  const session = {
    search_path: SEARCH_PATH,
    ...(reusePlans ? PLANNED_ONCE : PLANNED_EACH_TIME),
    ...COMPILE_NOTHING,
    statement_timeout: statementTimeoutMs,
    ...sessionLimits({ lockTimeoutMs, idleTransactionTimeoutMs }),
  };
  const { url, ssl } = readTls(options.url);
  const common = {
    ...ASK_FOR_NO_TYPES,
    ...(ssl !== undefined && { ssl }),
    connect_timeout: connectTimeoutMs / 1000,
    ...(statementTimeoutMs > 0 && answerTimeout(statementTimeoutMs + ANSWER_GRACE_MS)),
    // Reconnect within a second of the server's return; the default backs off for longer.
    backoff: (attempt: number) => Math.min(1, 0.1 * 2 ** attempt),
    prepare: pooler === 'none',
    connection: { application_name: applicationName, ...(pooler === 'none' ? session : {}) },
    onnotice: () => {},
  };
  const sql = postgres(url, { ...common, max: maxConnections });
  // Opened only on Citus, while a worker is late.
  const checker = postgres(url, { ...common, max: 1, idle_timeout: CHECKER_IDLE_SECONDS });
  watchMachines(sql, checker);
  for (const client of [sql, checker]) knowArrays(client);
  drizzle(sql); // Only for its side effect: it sets the client's parsers and serializers.
  return {
    sql,
    orm: ormOn(sql),
    memory: memoryOf(sql),
    ping: () => ping(sql, pooler),
    unansweredMs: () => unansweredMs(sql),
    async close() {
      await Promise.all([sql, checker].map((pool) => pool.end({ timeout: CLOSE_TIMEOUT_SECONDS })));
    },
  };
}

/** An option of our patch: infra/local/patches/README.md. */
function answerTimeout(ms: number): object {
  return { answer_timeout: ms / 1000 };
}

function unansweredMs({ options }: Sql): number {
  const { asked } = (options as unknown as { shared: { asked: number } }).shared;
  return asked === 0 ? 0 : performance.now() - asked;
}

async function ping(sql: Sql, pooler: Pooler): Promise<void> {
  if (pooler === 'none') await refusePooler(sql, 'Set DATABASE_POOLER=transaction').catch(explainConnection);
  else await sql`select 1`.catch(explainConnection);
}

/**
 * Runs `read` in a read-only transaction on one snapshot of the database, so that all of its reads are consistent. With the
 * role of a service it sees only these websites; `later` leaves it to `readWebsites`, as the first statement, to state them.
 * `about` are those whose data it reads, if they are not the same: on Citus it fails at once if their machine does not answer.
 * @example
 * const [websites, campaigns] = await inReadTransaction(database, [websiteId], (connection) => {
 *   return Promise.all([readWebsites(connection, [websiteId]), readCampaigns(connection, { websiteId })]);
 * });
 * assert.equal(websites.length, 1);
 * assert.equal(campaigns.length, 1);
 */
export async function inReadTransaction<Result>(
  { sql }: Pick<Database, 'sql'>,
  websiteIds: readonly WebsiteId[] | 'later',
  read: (connection: Connection) => Promise<Result>,
  about: readonly WebsiteId[] = websiteIds === 'later' ? [] : websiteIds,
): Promise<Result> {
  return inTransaction(sql, 'isolation level repeatable read read only', about, (transaction) => {
    shareMemory(transaction, sql);
    if (websiteIds !== 'later') stateWebsites(transaction, websiteIds);
    return read(transaction);
  });
}

/**
 * Runs `write` in a transaction that is about these websites: with the role of a service it sees and writes no others.
 * `about` are those whose data it writes, if they are fewer: on Citus it fails at once if their machine does not answer.
 * @example
 * const [row] = await inWebsiteTransaction(database, [websiteId], (transaction) => {
 *   return transaction`update websites set brand = 'Oak' where id = 1 returning brand`;
 * });
 * assert.equal(row?.brand, 'Oak');
 */
export async function inWebsiteTransaction<Result>(
  { sql }: Pick<Database, 'sql'>,
  websiteIds: readonly WebsiteId[],
  write: (transaction: TransactionSql) => Promise<Result>,
  about: readonly WebsiteId[] = websiteIds,
): Promise<Result> {
  return inTransaction(sql, '', about, (transaction) => {
    stateWebsites(transaction, websiteIds);
    return write(transaction);
  });
}

async function inTransaction<Result>(
  sql: Sql,
  mode: string,
  about: readonly WebsiteId[],
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  await isDistributed(sql);
  return onMachinesOf(sql, about, () =>
    observedTransaction(
      (begun) =>
        sql.begin(mode, (transaction) => {
          begun();
          inheritDistributed(transaction, sql);
          return work(transaction);
        }) as Promise<Result>,
    ),
  );
}
