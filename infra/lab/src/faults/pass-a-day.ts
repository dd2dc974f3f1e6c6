import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, untilAborted } from '@funnel/db';

/** The longest wait for what is under way, and for a database that was just killed. */
const WAIT_MS = 60_000;
const RETRY_MS = 500;

/**
 * Makes recorded ids a day older, also packed ones: as if the clock had moved a day in which nobody recorded anything.
 * Ids that are deleted by age must not become that old: a file that is loaded again would count twice, as documented.
 */
export async function passDay({ sql }: Database): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const attempt = () =>
    sql.begin(async (transaction) => {
      // Waits for all that records or packs, and holds up what comes after it.
      await transaction`lock event_ledger, packed_event_ids, packed_slices in exclusive mode`;
      await transaction`update event_ledger set recorded_on = recorded_on - 1`;
      await transaction`
        update packed_event_ids set
          recorded_on = (
            select array_agg(day - 1 order by place) from unnest(recorded_on) with ordinality as d (day, place)
          ),
          packed_at = packed_at - interval '1 day'`;
      await transaction`update packed_slices set packed_at = packed_at - interval '1 day'`;
    });
  // A day that was committed although the connection broke passes twice.
  for (;;) {
    try {
      await untilAborted(signal, attempt());
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      await sleep(RETRY_MS);
    }
  }
}

export async function countPacked({
  sql,
}: Database): Promise<{ packed_ids: number; packed_rollups: number }> {
  const [counts] = await sql<{ packed_ids: number; packed_rollups: number }[]>`
    select
      (select coalesce(sum(cardinality(event_ids)), 0)::int from packed_event_ids) as packed_ids,
      (select count(*)::int from rollups where packed) as packed_rollups`;
  if (!counts) throw new Error('PostgreSQL counted nothing');
  return counts;
}
