import type { Connection } from '../connection/orm.ts';
import { Memory } from './memory.ts';

const SCOPE = Symbol('scope');

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
