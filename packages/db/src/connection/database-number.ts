import type { Connection } from './orm.ts';

const numbers = new WeakMap<Connection, number>();
let last = 0;

/**
 * Numbers the databases that this process has opened. What is remembered between requests is remembered under this
 * number: another database may have the same name, ids and transaction numbers. A transaction that `inReadTransaction`
 * has not opened gets a number of its own, so that it never finds what another one remembers.
 *
 * @example
 * await inReadTransaction(database, [], async (connection) => {
 *   assert.equal(databaseNumber(connection), databaseNumber(database.sql));
 * });
 */
export function databaseNumber(connection: Connection): number {
  const known = numbers.get(connection);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(connection, last);
  return last;
}

/** Gives a transaction the number of its pool. */
export function numberTransaction(transaction: Connection, pool: Connection): void {
  numbers.set(transaction, databaseNumber(pool));
}
