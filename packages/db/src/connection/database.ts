import { type PostgresJsDatabase, drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '../schema/index.ts';

type Sql = postgres.Sql;

/** Something that statements run on: the pool, or a transaction. */
export type Connection = Sql | postgres.TransactionSql;

export type Orm = PostgresJsDatabase<typeof schema>;

export interface DatabaseOptions {
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  maxConnections?: number;
}

export interface Database {
  /** For the statements of `sql/`. Drizzle shares this client and its serializers: pass text, numbers, null. */
  sql: Sql;
  /** For plain reads and writes of records. */
  orm: Orm;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_SECONDS = 10;
const CLOSE_TIMEOUT_SECONDS = 5;

/** Opens a pool; nothing is sent until the first statement. */
export function openDatabase({ url, applicationName, maxConnections = 10 }: DatabaseOptions): Database {
  const sql = postgres(url, {
    max: maxConnections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // A server that is back is used within a second, not after the longest of growing pauses.
    backoff: (attempt) => Math.min(1, 0.1 * 2 ** attempt),
    connection: {
      application_name: applicationName,
      // A plan made while a table was small must not be kept when it has grown.
      plan_cache_mode: 'force_custom_plan',
    },
    onnotice: () => {},
  });
  return {
    sql,
    orm: drizzle(sql, { schema }),
    ping: async () => void (await sql`select 1`),
    close: () => sql.end({ timeout: CLOSE_TIMEOUT_SECONDS }),
  };
}

/** Runs `read` in a read-only transaction on one snapshot of the database, so that everything it reads belongs together. */
export function inReadTransaction<Result>(
  database: Database,
  read: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return database.sql.begin('isolation level repeatable read read only', read) as Promise<Result>;
}
