import type { Sql } from 'postgres';
import { TlsError, tlsAdvice } from './tls.ts';

/**
 * What is between a process and PostgreSQL: nothing, or a pooler such as PgBouncer that gives each transaction any of its
 * connections. Nothing of a session may be relied on there: no prepared statement, no setting, no lock, no LISTEN.
 */
export type Pooler = 'none' | 'transaction';

const PROTOCOL_VIOLATION = '08P01';

/** Throws if a pooler answers, whose process is not the one that works: statements would fail at random. */
export async function refusePooler(sql: Sql, remedy: string): Promise<void> {
  const answer = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  if (answer.state.pid !== answer[0]?.pid)
    throw new Error(`DATABASE_URL is the address of a connection pooler. ${remedy}.`);
}

/** Says what to do about a first connection that failed, where the error alone explains little. */
export function explainConnection(error: unknown): never {
  const advice = tlsAdvice(error);
  if (advice) throw new TlsError(advice, { cause: error });
  // PgBouncer rejects a connection with settings that it does not know.
  const { code, message } = error as { code?: string; message: string };
  if (code === PROTOCOL_VIOLATION && message.includes('startup parameter'))
    throw new Error(
      `DATABASE_URL is the address of a connection pooler. Set DATABASE_POOLER=transaction, or use the address of PostgreSQL (${message}).`,
      { cause: error },
    );
  throw error;
}
