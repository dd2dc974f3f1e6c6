import type { Connection } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../shared/statement.ts';
import { isPacked } from './claim-sql.ts';

const findPacked = statement(
  'find-packed-events',
  { website: int4(), events: text() },
  { event_id: text() },
  { packed: isPacked('$1::int', 'a.event_id') },
);
const enter = statement('claim-website-events', { website: int4(), events: text() }, { event_id: text() });

/**
 * On Citus: claims events of one website, on its machine alone. Returns the ids that were neither in it nor packed.
 * Looking up and entering are two statements; docs/adr/0031-packing.md says why nothing is missed between them.
 */
export async function claimOfWebsite(
  connection: Connection,
  website: WebsiteId,
  eventIds: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const asked = [...eventIds];
  const found = await findPacked(connection, { website, events: plainArrayLiteral(asked) });
  const packed = new Set(found.map(({ event_id }) => event_id));
  const events = plainArrayLiteral(asked.filter((id) => !packed.has(id)));
  const entered = await enter(connection, { website, events });
  return new Set(entered.map(({ event_id }) => event_id));
}
