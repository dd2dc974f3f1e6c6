import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

const readNames = statement('read-account-names', { accounts: text() }, { id: int4(), name: text() });

/**
 * Reads the names of accounts, by id. Few operations need them, so `readWebsites` does not read them.
 * @example
 * const names = await accountNames(database.sql, [1]);
 * assert.equal(names.get(1), 'Account');
 */
export async function accountNames(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await readNames(connection, { accounts: plainArrayLiteral([...new Set(ids)]) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
