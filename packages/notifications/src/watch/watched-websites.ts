import { askMachines, type Database } from '@funnel/db';
import { bool, int4, int4Literal, int8, nullable, plainArrayLiteral, timestamptz } from '@funnel/db/sql';
import type { Day, WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

/** A website that somebody wants to be told about. */
export interface WatchedWebsite {
  id: WebsiteId;
  wants: { breaks: boolean; verdicts: boolean; noData: boolean };
  /** Its data version. */
  version: string;
  lastRecordedAt: Date;
  /** What was known when it was last looked at. */
  before: { version: string; day: Day; watchedAt: Date } | undefined;
}

const readWatched = statement(
  'read-watched',
  {},
  {
    website_id: int4<WebsiteId>(),
    breaks: bool(),
    verdicts: bool(),
    no_data: bool(),
    version: nullable(int8()),
    day: nullable(int4()),
    last_recorded_at: nullable(timestamptz()),
    watched_at: nullable(timestamptz()),
  },
);
const readActivity = statement(
  'read-activity',
  { only: nullable(int4Literal()) },
  { website_id: int4<WebsiteId>(), version: int8(), last_recorded_at: nullable(timestamptz()) },
);

/** Reads which websites somebody wants to be told about, and what has changed there: two statements, one more for each machine of Citus. Those without any event are left out. */
export async function readWatchedWebsites(
  database: Database,
): Promise<{ websites: WatchedWebsite[]; failures: unknown[] }> {
  const rows = await readWatched(database.sql, {});
  if (rows.length === 0) return { websites: [], failures: [] };
  const { answers, failures } = await askMachines(database, (connection, ids) =>
    readActivity(connection, { only: ids && plainArrayLiteral(ids) }),
  );
  const activities = new Map(answers.flat().map((row) => [row.website_id, row]));
  const websites = rows.flatMap((row): WatchedWebsite[] => {
    const activity = activities.get(row.website_id);
    if (!activity?.last_recorded_at) return [];
    const before =
      row.version === null || row.day === null || row.watched_at === null
        ? undefined
        : { version: row.version, day: row.day, watchedAt: new Date(row.watched_at) };
    return [
      {
        id: row.website_id,
        wants: { breaks: row.breaks, verdicts: row.verdicts, noData: row.no_data },
        version: activity.version,
        lastRecordedAt: new Date(activity.last_recorded_at),
        before,
      },
    ];
  });
  return { websites, failures };
}
