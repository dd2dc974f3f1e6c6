import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@funnel/db';

const LOOK_EVERY_MS = 50;
const MAX_WAIT_MS = 300_000;

/** Waits for every transaction that is writing to the ledger, as all do that record events. Those that begin later see what is committed now. */
export async function untilWritten({ sql }: Database): Promise<void> {
  const writers = await writing(sql);
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const now = await writing(sql);
    if (!writers.some((writer) => now.includes(writer))) return;
    if (waitedMs >= MAX_WAIT_MS)
      throw new Error(
        'Events are still being recorded by a transaction of some minutes ago: run it again later.',
      );
    await sleep(LOOK_EVERY_MS);
  }
}

/** A virtual transaction is not used twice by a backend. */
async function writing(sql: Database['sql']): Promise<string[]> {
  const rows = await sql<{ writer: string }[]>`
    select virtualtransaction as writer from pg_locks
    where relation = 'event_ledger'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.map(({ writer }) => writer);
}
