import type { Connection } from '../connection/orm.ts';
import { Memory } from './memory.ts';

const MEMORY = Symbol('memory');
const SCOPE = Symbol('scope');

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

export function shareMemory(transaction: Connection, pool: Connection): void {
  Object.assign(transaction, { [MEMORY]: memoryOf(pool) });
}

/**
 * What a transaction remembers of its own snapshot; it ends with the transaction. A pool has no snapshot, and remembers nothing.
 * @example
 * const NOTES = Symbol('notes');
 * await inReadTransaction(database, [], async (connection) => {
 *   scopeOf(connection).once(NOTES, (): string[] => []).push('seen');
 *   assert.deepEqual(scopeOf(connection).once(NOTES, () => []), ['seen']);
 * });
 * assert.deepEqual(scopeOf(database.sql).once(NOTES, () => []), []);
 */
export function scopeOf(connection: Connection & { [SCOPE]?: Memory }): Memory {
  if ('begin' in connection) return new Memory();
  return (connection[SCOPE] ??= new Memory());
}
