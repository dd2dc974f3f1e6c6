import { UUID_BYTES } from '@funnel/domain';
import { isDistributed } from '@funnel/db';
import { bool, int4Literal, plainArrayLiteral } from '@funnel/db/sql';
import type { TransactionSql } from 'postgres';
import type { EventBlock } from '../parse/event-block.ts';

import { statement } from '../shared/statement.ts';
import { copyInto } from '../shared/copy-into.ts';
import { sortByBytes, sortByInteger } from '../shared/counting-sort.ts';
import { eventsByWebsite } from '../verify/events-by-website.ts';
import { claimOfWebsite } from './claim-of-website.ts';
import { claimRows } from './claim-rows.ts';
import { claimNew } from './claim-sql.ts';

const findClaimPath = statement(
  'find-claim-path',
  { websites: int4Literal() },
  { is_guarded: bool(), has_packed: bool() },
);

/** The statements about the temporary table are here because `verify:sql` does not know it. */
const CREATE = `create temporary table asked_events (website_id int not null, event_id uuid not null, place int not null)
  on commit drop`;
const COPY_ASKED = 'copy asked_events (website_id, event_id, place) from stdin (format binary)';
const CLAIM = `
  with claimed as (${claimNew('asked_events')})
  select a.place
  from asked_events a
  where not exists (select from claimed c where c.website_id = a.website_id and c.event_id = a.event_id)`;
const COPY_LEDGER = 'copy event_ledger (website_id, event_id) from stdin (format binary)';
const UNIQUE_VIOLATION = '23505';
const LAST_TO_FIRST = Array.from({ length: UUID_BYTES }, (_, byte) => UUID_BYTES - 1 - byte);

/**
 * Enters events of a block into the ledger, `events` without repeats among them. Returns those that were in it, or are packed. Of two writers with
 * the same event, the second waits until the first commits or rolls back. All enter them in the order of the key: no deadlock.
 *
 * COPY takes a quarter of the time of an insert that looks for conflicts, but fails if there is one. So it is tried where none is
 * expected: if the batch before had no repeats.
 */
export async function claimEvents(
  transaction: TransactionSql,
  block: EventBlock,
  events: Int32Array,
  { expectsRepeats }: { expectsRepeats: boolean },
): Promise<number[]> {
  const { eventIds, websiteIds } = block.columns;
  const sorted = sortByInteger(
    sortByBytes(events, eventIds, { stride: UUID_BYTES, offsets: LAST_TO_FIRST }),
    websiteIds,
  );
  const websites = [...new Set(sorted.map((event) => websiteIds[event] ?? 0))];
  if (await isDistributed(transaction)) return claimByWebsite(transaction, block, sorted);
  const [path] = await findClaimPath(transaction, { websites: plainArrayLiteral(websites) });
  if (!path || path.is_guarded) return claimByWebsite(transaction, block, sorted);
  if (!expectsRepeats && !path.has_packed && (await claimByCopy(transaction, block, sorted))) return [];
  return claimByInsert(transaction, block, sorted);
}

/** Returns false, and has entered none, if one of the events is in the ledger. */
async function claimByCopy(
  transaction: TransactionSql,
  block: EventBlock,
  sorted: Int32Array,
): Promise<boolean> {
  try {
    await transaction.savepoint((inner) =>
      copyInto(inner, COPY_LEDGER, claimRows(block, sorted, 'without places')),
    );
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return false;
  }
}

async function claimByInsert(
  transaction: TransactionSql,
  block: EventBlock,
  sorted: Int32Array,
): Promise<number[]> {
  await transaction.unsafe(CREATE);
  await copyInto(transaction, COPY_ASKED, claimRows(block, sorted, 'with places'));
  // Otherwise PostgreSQL would guess how many they are, and might compare each with every other.
  await transaction.unsafe('analyze asked_events');
  const repeated = await transaction.unsafe<{ place: number }[]>(CLAIM);
  return repeated.map(({ place }) => sorted[place] ?? 0);
}

/** On Citus each machine is asked about its own websites, so that a lost one stops only them. */
async function claimByWebsite(
  transaction: TransactionSql,
  block: EventBlock,
  sorted: Int32Array,
): Promise<number[]> {
  const repeated: number[] = [];
  for (const { websiteId, events } of eventsByWebsite(block, sorted)) {
    const byId = new Map([...events].map((event) => [block.eventIdAt(event), event]));
    const claimed = await claimOfWebsite(transaction, websiteId, byId.keys());
    for (const [eventId, event] of byId) if (!claimed.has(eventId)) repeated.push(event);
  }
  return repeated;
}
