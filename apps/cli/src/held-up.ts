import type { LockHolder } from '@funnel/db';
import type { Waits } from './waits.ts';

/** A command gave up waiting for others. The message says for whom. */
export class HeldUpError extends Error {
  override name = 'HeldUpError';
}

const LOCK_NOT_AVAILABLE = '55P03';
/** What the client reports after PostgreSQL has ended an idle transaction. */
const CONNECTION_CLOSED = 'CONNECTION_CLOSED';

/** Says who held a command up, if that is why it failed; otherwise returns the error as it is. */
export function explainHeldUp(error: unknown, waits: Waits, lockTimeoutMs: number): unknown {
  const { code } = error as { code?: string };
  const holders = waits.lastHolders();
  const reason =
    code === LOCK_NOT_AVAILABLE
      ? `A lock was not free within ${lockTimeoutMs / 1000} s (COMMAND_LOCK_TIMEOUT_MS).`
      : code === CONNECTION_CLOSED && holders.length > 0
        ? 'The database closed the connection of a transaction, after another one had waited for a lock.'
        : undefined;
  return reason === undefined ? error : new HeldUpError(`${reason}${heldBy(holders)}`, { cause: error });
}

function heldBy(holders: readonly LockHolder[]): string {
  if (holders.length === 0) return '';
  const lines = holders.map(({ text }) => `\n  ${text}`).join('');
  const pid = holders.find((holder) => holder.pid > 0)?.pid;
  const remedy =
    pid === undefined ? '' : `\nWait until it has ended, or end it: select pg_terminate_backend(${pid}).`;
  return ` It was held by:${lines}${remedy}`;
}
