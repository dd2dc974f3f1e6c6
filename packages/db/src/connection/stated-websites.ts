import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { plainArrayLiteral } from './array-literal.ts';
import { isKnownDistributed } from '../machines/distributed.ts';
import type { Connection } from './orm.ts';

const stating = new WeakSet<Connection>();

/**
 * States the websites that the rest of a transaction is about. The roles of the services see and write no others, so that
 * a statement that forgets its website finds nothing. It is sent together with the next statement, without waiting.
 */
export function stateWebsites(transaction: TransactionSql, websiteIds: readonly WebsiteId[]): void {
  // On Citus this function also tells the workers; packages/admin/src/distribute.ts creates it.
  const text = isKnownDistributed(transaction)
    ? 'select state_websites($1)'
    : `select set_config('funnel.websites', $1, true)`;
  stating.add(transaction);
  // If it fails, so does the transaction, which reports it.
  transaction.unsafe(text, [plainArrayLiteral(websiteIds)], { prepare: true }).catch(() => {});
}

export function hasStated(connection: Connection): boolean {
  return stating.has(connection);
}

/**
 * States the person whom the rest of a transaction acts for: it sees what is this person's own as well. Only for a request whose token
 * covers all that the person may see. Distributed tables hold nothing of a person, so the workers of Citus need not know.
 * @example
 * const rows = await inWebsiteTransaction(database, [], (transaction) => {
 *   statePerson(transaction, 7);
 *   return transaction`select current_setting('funnel.person', true) as person`;
 * });
 * assert.equal(rows[0]?.['person'], '7');
 */
export function statePerson(connection: Connection, userId: number): void {
  connection
    .unsafe(`select set_config('funnel.person', $1, true)`, [String(userId)], { prepare: true })
    .catch(() => {});
}
