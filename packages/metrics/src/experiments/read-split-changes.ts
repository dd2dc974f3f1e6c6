import type { Connection } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, parseDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const splitChanges = statement(
  'split-changes',
  { website: int4(), variants: text() },
  { id: int4(), changed_on: text() },
);

/**
 * Reads the day on which each variant last got another share of the traffic; one that never did is missing.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const changes = await readSplitChanges(database.sql, { websiteId: trustedWebsiteId(1), ids: [1011] });
 * assert.equal(changes.size, 0);
 */
export async function readSplitChanges(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<Map<number, Day>> {
  if (ids.length === 0) return new Map();
  const rows = await splitChanges(connection, { website: websiteId, variants: plainArrayLiteral(ids) });
  return new Map(
    rows.flatMap(({ id, changed_on }) => {
      const day = parseDay(changed_on);
      return day === undefined ? [] : [[id, day] as const];
    }),
  );
}
