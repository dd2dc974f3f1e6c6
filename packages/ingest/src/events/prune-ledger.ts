import { askMachines, type Connection, type Database, ormOn } from '@funnel/db';
import { eventLedger } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, inArray, lt, sql } from 'drizzle-orm';

/** How long a duplicate event is recognised. */
export const LEDGER_DAYS = 35;
/** A day of a busy service has millions of entries: all in one statement would take longer than a statement may. */
const PARTS = 16;

/**
 * Deletes the ledger entries of events that were recorded more than 35 days ago, in parts; the signal stops it after the part
 * that is under way. Most ids are packed and deleted long before: see `packLedger`.
 * @example
 * const event = {
 *   event_id: '0190c3f2-0000-7000-8000-000000000001',
 *   type: 'view',
 *   website_id: 1,
 *   visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
 *   occurred_at: '2026-11-10T09:30:00Z',
 * };
 * const now = new Date('2026-11-14T12:00:00Z');
 * await recordEvents(database, [event], { now });
 * await pruneLedger(database);
 * const { repeated } = await recordEvents(database, [event], { now });
 * assert.equal(repeated, 1); // The entry is new, so it is still there.
 */
export async function pruneLedger(database: Database, signal?: AbortSignal): Promise<void> {
  for (let part = 0; part < PARTS; part++) {
    if (signal?.aborted) return;
    const { failures } = await askMachines(database, (connection, websiteIds) =>
      prunePart(connection, part, websiteIds),
    );
    if (failures.length > 0) throw failures[0];
  }
}

async function prunePart(
  connection: Connection,
  part: number,
  only: readonly WebsiteId[] | null,
): Promise<void> {
  const { eventId, recordedOn, websiteId } = eventLedger;
  await ormOn(connection)
    .delete(eventLedger)
    .where(
      and(
        only ? inArray(websiteId, [...only]) : undefined,
        // A subquery is evaluated once, not for each row.
        lt(recordedOn, sql`(select now()::date - ${LEDGER_DAYS}::int)`),
        // The last byte of an id is random, also where the first ones are the time.
        sql`get_byte(uuid_send(${eventId}), 15) % ${PARTS}::int = ${part}::int`,
      ),
    );
}
