import type { Database } from '@funnel/db';
import { int4, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const deleteEnded = statement('delete-ended-links', { endedBefore: text() }, { count: int4() });

/** Deletes links that ended before a time, with their openings and grants: until then the list has them. Returns how many. */
export async function deleteEndedShareLinks(
  { sql: client }: Pick<Database, 'sql'>,
  endedBefore: Date,
): Promise<number> {
  const [deleted] = await deleteEnded(client, { endedBefore: endedBefore.toISOString() });
  return deleted?.count ?? 0;
}
