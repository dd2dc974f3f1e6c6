import { askMachines, type Database } from '@funnel/db';
import { float8, int4, int4Literal, int8, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { statement } from '../shared/statement.ts';

const readNewest = statement(
  'read-newest-recording',
  { only: nullable(int4Literal()) },
  { recorded_at: nullable(float8()) },
);
const readBacklogRow = statement(
  'read-backlog',
  { except: text(), only: nullable(int4Literal()) },
  { events: int4(), age_ms: int8() },
);

/**
 * Reads how many events are pending, and for how long: those of the websites in `except` may be as old as they are. On Citus
 * without those of a machine that does not answer.
 * @example
 * assert.deepEqual(await readBacklog(database), { events: 0, ageMs: 0 });
 */
export async function readBacklog(
  database: Database,
  { except = [] }: { except?: readonly WebsiteId[] } = {},
): Promise<{ events: number; ageMs: number }> {
  const { answers } = await askMachines(database, (connection, websiteIds) =>
    readBacklogRow(connection, {
      except: plainArrayLiteral(except),
      only: websiteIds && plainArrayLiteral(websiteIds),
    }),
  );
  const rows = answers.flat();
  return {
    events: rows.reduce((sum, { events }) => sum + events, 0),
    ageMs: rows.reduce((oldest, { age_ms }) => Math.max(oldest, Number(age_ms)), 0),
  };
}

/**
 * Reads when the newest event of all websites was recorded, in seconds since 1970; undefined if there is none.
 * @example
 * const seconds = await readNewestRecording(database);
 * assert.ok(seconds === undefined || seconds > 0);
 */
export async function readNewestRecording(database: Database): Promise<number | undefined> {
  const { answers } = await askMachines(database, (connection, websiteIds) =>
    readNewest(connection, { only: websiteIds && plainArrayLiteral(websiteIds) }),
  );
  const newest = answers.flat().reduce((latest, { recorded_at }) => Math.max(latest, recorded_at ?? 0), 0);
  return newest > 0 ? newest : undefined;
}
