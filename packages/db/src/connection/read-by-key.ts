import type { TransactionSql } from 'postgres';

/**
 * For the rest of a transaction, PostgreSQL finds rows by the keys of indexes, in their order, and reads no table from its
 * beginning: for a job that walks a large table part by part, where its estimates would make each part read everything. It is sent
 * together with the next statement, without waiting; each setting alone, because Citus passes on only such ones to its workers.
 * @example
 * const found = await database.sql.begin((transaction) => {
 *   readByKey(transaction);
 *   return transaction`select event_id from event_ledger where website_id = 1 order by event_id limit 10`;
 * });
 * assert.ok(found.length <= 10);
 */
export function readByKey(transaction: TransactionSql): void {
  // If one fails, so does the transaction, which reports it.
  for (const setting of ['enable_seqscan', 'enable_bitmapscan'])
    transaction.unsafe(`set local ${setting} = off`).catch(() => {});
}
