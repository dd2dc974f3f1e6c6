/** Called when a statement has ended, with the error if it failed. */
type StatementEnded = (error?: unknown) => void;

export interface DatabaseObserver {
  /** A statement was sent. Its name is that of its SQL file; a statement of Drizzle is named by verb and table. */
  statement(name: string): StatementEnded;
  /** A transaction waits for a connection. Returns what to call when it has one, and when it has ended. */
  transaction(): { begun: () => void; ended: () => void };
}

/** One for the whole process, like the log. */
let observer: DatabaseObserver | undefined;

/**
 * Reports every statement and transaction of this process to an observer, for metrics and traces.
 * @example
 * const names: string[] = [];
 * const ended = () => {};
 * observeDatabase({
 *   statement: (name) => (names.push(name), ended),
 *   transaction: () => ({ begun: ended, ended }),
 * });
 * await accountNames(database.sql, []);
 * observeDatabase(undefined);
 * assert.deepEqual(names, ['read-account-names']);
 */
export function observeDatabase(next: DatabaseObserver | undefined): void {
  observer = next;
}

/** Reports a statement until it settles. Without an observer it returns the statement itself. */
export function observed<Result>(name: () => string, statement: PromiseLike<Result>): PromiseLike<Result> {
  return observer ? reported(observer.statement(name()), statement) : statement;
}

async function reported<Result>(ended: StatementEnded, statement: PromiseLike<Result>): Promise<Result> {
  try {
    const result = await statement;
    ended();
    return result;
  } catch (error) {
    ended(error);
    throw error;
  }
}

/** Runs a transaction and reports it. `begin` calls its argument once it has a connection. */
export function observedTransaction<Result>(begin: (begun: () => void) => Promise<Result>): Promise<Result> {
  if (!observer) return begin(() => {});
  const { begun, ended } = observer.transaction();
  return begin(begun).finally(ended);
}
