import type { Connection } from './orm.ts';

interface Running {
  /** PostgreSQL works on it. postgres.js does not declare this property. */
  readonly active?: boolean;
  cancel(): unknown;
}

interface Watched {
  statements: Set<Running>;
  signal: AbortSignal;
}

const running = new WeakMap<object, Watched>();

/** Sends a statement and waits for it. Until then it can be cancelled with its transaction. */
export async function untilSettled<Result>(
  connection: Connection,
  statement: Running,
  send: () => PromiseLike<Result>,
): Promise<Result> {
  const watched = running.get(connection);
  watched?.signal.throwIfAborted();
  watched?.statements.add(statement);
  try {
    return await send();
  } finally {
    watched?.statements.delete(statement);
  }
}

/**
 * Cancels the statement of a transaction when `signal` aborts, and rejects those that follow. Returns a function to call
 * at the end of the transaction. It waits for the cancellation: it would hit the next user of the connection.
 * @example
 * const caller = new AbortController();
 * const reading = inReadTransaction(database, [], async (connection) => {
 *   const stopCancelling = cancelOnAbort(connection, caller.signal);
 *   try {
 *     return await readWebsites(connection, []);
 *   } finally {
 *     await stopCancelling();
 *   }
 * });
 * assert.deepEqual(await reading, []);
 */
export function cancelOnAbort(connection: Connection, signal: AbortSignal | undefined): () => Promise<void> {
  if (!signal) return async () => {};
  signal.throwIfAborted();
  const statements = new Set<Running>();
  const cancellations: unknown[] = [];
  running.set(connection, { statements, signal });
  const cancel = () => {
    // One that waits behind the active one fails with the transaction. To cancel it would mix up the answers.
    for (const statement of statements) if (statement.active) cancellations.push(statement.cancel());
  };
  signal.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal.removeEventListener('abort', cancel);
    await Promise.allSettled(cancellations);
  };
}
