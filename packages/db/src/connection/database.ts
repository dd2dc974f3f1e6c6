import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js';
import postgres, { type Sql, type TransactionSql } from 'postgres';

/** Runs SQL files: the pool, or a transaction. */
export type Connection = Sql | TransactionSql;

/** Drizzle, on the pool or on a transaction. */
export type Orm = PgDatabase<PostgresJsQueryResultHKT>;

/** Where and how `openDatabase` connects. */
export interface DatabaseOptions {
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  maxConnections?: number;
}

/** A pool of connections, for SQL files and for Drizzle. */
export interface Database {
  /** For SQL files. Drizzle shares this client and turns off some serializers: pass only text, numbers and null. */
  sql: Sql;
  /** For plain reads and writes of records. */
  orm: Orm;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_SECONDS = 10;
const CLOSE_TIMEOUT_SECONDS = 5;

/** Opens a pool. It connects when the first statement is sent. */
export function openDatabase({ url, applicationName, maxConnections = 10 }: DatabaseOptions): Database {
  const sql = postgres(url, {
    max: maxConnections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // Reconnect within a second of the server's return; the default backs off for longer.
    backoff: (attempt) => Math.min(1, 0.1 * 2 ** attempt),
    connection: {
      application_name: applicationName,
      // A plan made while a table was small must not be reused after it has grown.
      plan_cache_mode: 'force_custom_plan',
    },
    onnotice: () => {},
  });
  return {
    sql,
    orm: drizzle(sql),
    ping: async () => void (await sql`select 1`),
    close: () => sql.end({ timeout: CLOSE_TIMEOUT_SECONDS }),
  };
}

/** Runs `read` in a read-only transaction on one snapshot of the database, so that all of its reads are consistent. */
export function inReadTransaction<Result>(
  database: Database,
  read: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return database.sql.begin('isolation level repeatable read read only', read) as Promise<Result>;
}

/**
 * Drizzle inside a transaction that `database.sql.begin` has opened, for work that needs both Drizzle and SQL files.
 *
 * @example
 * import { accounts } from '@funnel/db/schema';
 *
 * await database.sql.begin(async (transaction) => {
 *   await ormOn(transaction).insert(accounts).values({ id: 77, name: 'Oak & Linen' });
 *   const [account] = await transaction`select name from accounts where id = 77`;
 *   assert.equal(account?.name, 'Oak & Linen');
 * });
 */
export function ormOn(connection: Connection): Orm {
  const dialect = new PgDialect();
  return new PgDatabase(dialect, new PostgresJsSession(connection as Sql, dialect, undefined), undefined);
}
