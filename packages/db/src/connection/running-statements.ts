import type { Connection } from './orm.ts';

/** A statement that can be cancelled. */
interface Running {
  cancel(): unknown;
}

const running = new WeakMap<object, Set<Running>>();

/** Waits for a statement. Until then it can be cancelled with its transaction. */
export async function untilSettled<Result>(
  connection: Connection,
  statement: Running,
  result: PromiseLike<Result>,
): Promise<Result> {
  const statements = running.get(connection);
  statements?.add(statement);
  try {
    return await result;
  } finally {
    statements?.delete(statement);
  }
}

/**
 * Cancels the statements of a transaction when `signal` aborts. Returns a function to call at the end of the
 * transaction. It waits for cancellations on their way: they would hit the next user of the connection.
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
  running.set(connection, statements);
  const cancel = () => {
    for (const statement of statements) cancellations.push(statement.cancel());
  };
  signal.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal.removeEventListener('abort', cancel);
    await Promise.allSettled(cancellations);
  };
}
