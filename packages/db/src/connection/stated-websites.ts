import type { WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { plainArrayLiteral } from './array-literal.ts';

/**
 * States the websites that the rest of a transaction is about. The roles of the services see and write no others, so that
 * a statement that forgets its website finds nothing. It is sent together with the next statement, without waiting.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const stated = await database.sql.begin(async (transaction) => {
 *   stateWebsites(transaction, [trustedWebsiteId(1), trustedWebsiteId(2)]);
 *   return transaction`select stated_websites() as ids`;
 * });
 * assert.deepEqual(stated[0]?.ids, [1, 2]);
 */
export function stateWebsites(transaction: TransactionSql, websiteIds: readonly WebsiteId[]): void {
  const text = `select set_config('funnel.websites', $1, true)`;
  // If it fails, so does the transaction, which reports it.
  transaction.unsafe(text, [plainArrayLiteral(websiteIds)], { prepare: true }).catch(() => {});
}
