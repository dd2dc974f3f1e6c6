import type { WebsiteId } from '@funnel/domain';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';

const readNames = statement(
  'read-campaign-names',
  { website: int4(), campaigns: text() },
  { id: int4(), name: text() },
);

/**
 * Reads the names of some campaigns of a website, by id.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const names = await campaignNames(database.sql, { websiteId: trustedWebsiteId(1), ids: [101, 999] });
 * assert.deepEqual([...names], [[101, 'Welcome']]);
 */
export async function campaignNames(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readNames(connection, { website: websiteId, campaigns: plainArrayLiteral(ids) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
