import type { Sql, TransactionSql } from 'postgres';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import { statement } from '../statement.ts';

const end = statement('legacy-key-end', { websites: text() }, { id: int4() });

/**
 * Ends the legacy keys of these websites; an end that stands already stays as it was. Returns those of the
 * ids that exist. Takes `{ sql: transaction }` too, so that a token and the end of a key are one step.
 */
export async function endApiKeys(
  { sql }: { sql: Sql | TransactionSql },
  websiteIds: readonly number[],
): Promise<number[]> {
  if (websiteIds.length === 0) return [];
  const rows = await end(sql, { websites: plainArrayLiteral(websiteIds) });
  return rows.map((row) => row.id);
}
