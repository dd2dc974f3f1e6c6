import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { MigrationError } from './migration-error.ts';

/** How a change of the schema waits for its locks. */
export interface LockOptions {
  /** Told what happens, in words for the operator. */
  say?: (message: string) => void;
  /** How often a change asks for its locks before it fails. The default takes about five minutes. */
  lockAttempts?: number;
}

/**
 * Requests wait behind a change that waits for its lock, so it waits for a moment only. Half of PostgreSQL's
 * deadlock_timeout: if a change and a request wait for each other, the change gives up, not the request.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 60;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** A lock was not available; a deadlock. */
const LOCKED = new Set(['55P03', '40P01']);

/** Runs a change in a transaction. If others use its tables, it lets them pass and tries again a little later. */
export function withShortLocks(
  sql: Sql,
  name: string,
  options: LockOptions,
  change: (transaction: TransactionSql) => Promise<unknown>,
): Promise<void> {
  return retryWhileLocked(sql, name, options, () =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await change(transaction);
    }),
  );
}

/** Runs a change again, a little later, as long as it fails because others use its tables. */
export async function retryWhileLocked(
  sql: Sql,
  name: string,
  { say = () => {}, lockAttempts = LOCK_ATTEMPTS }: LockOptions,
  change: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change();
      return;
    } catch (error) {
      if (!LOCKED.has((error as { code?: string }).code ?? '')) throw error;
      const others = await oldestTransactions(sql);
      if (attempt >= lockAttempts) throw stillLocked(name, others, error);
      say(`${name}: waiting, because other transactions use its tables (${others.join(', ')})`);
    }
    await sleep(Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

function stillLocked(name: string, others: readonly string[], cause: unknown): MigrationError {
  return new MigrationError(
    `${name}: not applied, because other transactions use its tables all the time. The services are not affected. ` +
      `The oldest transactions: ${others.join(', ')}. Wait until they have ended, or end one with ` +
      '`select pg_terminate_backend(PROCESS)`, then run the command again.',
    { cause },
  );
}

async function oldestTransactions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ pid: number; name: string; seconds: number }[]>`
    select
      pid,
      coalesce(nullif(application_name, ''), backend_type, 'another user') as name,
      extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start
    limit 3`;
  const shown = rows.map(({ pid, name, seconds }) => `process ${pid} of ${name}, for ${seconds} s`);
  return shown.length > 0 ? shown : ['they ended meanwhile, or belong to another database user'];
}
