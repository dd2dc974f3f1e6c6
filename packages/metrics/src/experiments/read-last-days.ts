import type { Connection, WebsiteFacts } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, formatDay, type Level } from '@funnel/domain';
import { statement } from '../statement.ts';

const lastDays = statement(
  'last-days',
  { website: int4(), level: text<Level>(), subjects: text(), first: text(), last: text() },
  { subject_id: int4(), last_day: int4() },
);

/**
 * Reads the last day on which each subject was viewed. One that was not, or only in events that are not counted yet, is missing.
 * @example
 * import { readWebsites } from '@funnel/db';
 * import { formatDay, trustedWebsiteId } from '@funnel/domain';
 *
 * const [website] = await readWebsites(database.sql, [trustedWebsiteId(1)]);
 * const days = await readLastDays(database.sql, { website, level: 'campaign', ids: [101] });
 * assert.equal(formatDay(days.get(101) ?? 0), '2026-11-10');
 */
export async function readLastDays(
  connection: Connection,
  {
    website,
    level,
    ids,
  }: { website: Pick<WebsiteFacts, 'id' | 'firstDay' | 'lastDay'>; level: Level; ids: readonly number[] },
): Promise<Map<number, Day>> {
  const { id, firstDay, lastDay } = website;
  if (ids.length === 0 || lastDay === undefined) return new Map();
  const rows = await lastDays(connection, {
    website: id,
    level,
    subjects: plainArrayLiteral(ids),
    first: formatDay(firstDay),
    last: formatDay(lastDay),
  });
  return new Map(rows.map((row) => [row.subject_id, row.last_day]));
}
