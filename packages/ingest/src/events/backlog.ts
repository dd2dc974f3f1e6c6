import type { Database } from '@funnel/db';
import { float8, int4, int8, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

/** The pending events of all websites. */
export interface Backlog {
  events: number;
  /** For how long the oldest has been pending. */
  ageMs: number;
}

const readNewest = statement('read-newest-recording', {}, { recorded_at: nullable(float8()) });
const readBacklogRow = statement('read-backlog', { except: text() }, { events: int4(), age_ms: int8() });

/**
 * Reads how many events are pending, and for how long: those of the websites in `except` may be as old as they are.
 * @example
 * assert.deepEqual(await readBacklog(database), { events: 0, ageMs: 0 });
 */
export async function readBacklog(
  database: Database,
  { except = [] }: { except?: readonly WebsiteId[] } = {},
): Promise<Backlog> {
  const [row] = await readBacklogRow(database.sql, { except: plainArrayLiteral(except) });
  return { events: row?.events ?? 0, ageMs: Number(row?.age_ms ?? 0) };
}

/**
 * Reads when the newest event of all websites was recorded, in seconds since 1970; undefined if there is none.
 * @example
 * const seconds = await readNewestRecording(database);
 * assert.ok(seconds === undefined || seconds > 0);
 */
export async function readNewestRecording(database: Database): Promise<number | undefined> {
  const [row] = await readNewest(database.sql, {});
  return row?.recorded_at ?? undefined;
}
