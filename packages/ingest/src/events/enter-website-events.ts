import type { Connection } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const enter = statement('enter-website-events', { website: int4(), events: text() }, { event_id: text() });

/** On Citus: enters events of one website into the ledger, on its machine alone. Returns the ids that were not in it. */
export async function enterWebsiteEvents(
  connection: Connection,
  website: WebsiteId,
  eventIds: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const entered = await enter(connection, { website, events: plainArrayLiteral([...eventIds]) });
  return new Set(entered.map(({ event_id }) => event_id));
}
