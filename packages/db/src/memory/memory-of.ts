import type { Connection } from '../connection/orm.ts';
import { Memory } from './memory.ts';

const MEMORY = Symbol('memory');

/**
 * What is remembered of the database of a connection. A transaction that `inReadTransaction` has not opened remembers for
 * itself: it may see what others must not.
 * @example
 * await inReadTransaction(database, [], async (connection) => {
 *   assert.equal(memoryOf(connection), database.memory);
 * });
 */
export function memoryOf(connection: Connection & { [MEMORY]?: Memory }): Memory {
  return (connection[MEMORY] ??= new Memory());
}

/** Gives a transaction the memory of its pool. */
export function shareMemory(transaction: Connection, pool: Connection): void {
  Object.assign(transaction, { [MEMORY]: memoryOf(pool) });
}
