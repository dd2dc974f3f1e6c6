import postgres, { type Sql } from 'postgres';
import { ASK_FOR_NO_TYPES, knowArrays } from './arrays.ts';
import { readTls } from './tls.ts';

/** How a command of the operator connects, and how long it waits. */
export interface SessionOptions {
  /** Shown in `pg_stat_activity`. */
  applicationName?: string | undefined;
  /** PostgreSQL cancels a statement that waits so long for a lock. By default the server decides. */
  lockTimeoutMs?: number | undefined;
  /** PostgreSQL ends a connection that waits so long inside a transaction. By default the server decides. */
  idleTransactionTimeoutMs?: number | undefined;
}

/** Where every session looks for names: in no schema that another user could create, and in temporary tables last. */
export const SEARCH_PATH = 'public, pg_temp';

/** Compiling saves nothing here, and without sequential scans PostgreSQL would spend a quarter of a second on it. */
export const COMPILE_NOTHING = { jit: 'off' };

/** The settings of a session with these limits. Without a limit, that of the role or of the server holds. */
export function sessionLimits({ lockTimeoutMs, idleTransactionTimeoutMs }: SessionOptions) {
  return {
    ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    ...(idleTransactionTimeoutMs !== undefined && {
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    }),
  };
}

/** One connection, for work on the schema: what it does belongs to a session, not to a pool. */
export function openSession(address: string, defaultName: string, options: SessionOptions): Sql {
  const { url, ssl } = readTls(address);
  const sql = postgres(url, {
    ...ASK_FOR_NO_TYPES,
    ...(ssl !== undefined && { ssl }),
    max: 1,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? defaultName,
      search_path: SEARCH_PATH,
      plan_cache_mode: 'force_custom_plan',
      ...COMPILE_NOTHING,
      ...sessionLimits(options),
    },
  });
  knowArrays(sql);
  return sql;
}
