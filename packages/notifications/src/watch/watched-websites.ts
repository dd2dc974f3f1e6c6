import { askMachines, type Database } from '@funnel/db';
import { bool, int4, int4Literal, int8, nullable, plainArrayLiteral, timestamptz } from '@funnel/db/sql';
import type { Day, WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

/** A website with a channel, or with an open episode. */
export interface WatchedWebsite {
  id: WebsiteId;
  wantsNoData: boolean;
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
    no_data: bool(),
    has_open: bool(),
    archived: bool(),
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

/** What is watched, and what no longer is although something is open there. */
export interface Watched {
  websites: WatchedWebsite[];
  /** Websites that were archived, and those that have been silent for long. */
  forgotten: { archived: WebsiteId[]; silent: WebsiteId[] };
  failures: unknown[];
}

/** A website without events for so long is not watched any more. */
const FORGOTTEN_MS = 60 * 86_400_000;

/** Reads which websites to watch, and what has changed there: two statements, one more for each machine of Citus. Those without any event are left out. */
export async function readWatchedWebsites(database: Database, now: Date): Promise<Watched> {
  const forgotten: Watched['forgotten'] = { archived: [], silent: [] };
  const rows = await readWatched(database.sql, {});
  if (rows.length === 0) return { websites: [], forgotten, failures: [] };
  const { answers, failures } = await askMachines(database, (connection, ids) =>
    readActivity(connection, { only: ids && plainArrayLiteral(ids) }),
  );
  const activities = new Map(answers.flat().map((row) => [row.website_id, row]));
  const websites = rows.flatMap((row): WatchedWebsite[] => {
    const { website_id: id, has_open: hasOpen } = row;
    if (row.archived) {
      forgotten.archived.push(id);
      return [];
    }
    const activity = activities.get(id);
    const lastRecordedAt = new Date(activity?.last_recorded_at ?? 0);
    if (!activity || now.getTime() - lastRecordedAt.getTime() >= FORGOTTEN_MS) {
      // A machine that does not answer says nothing about its websites.
      if (hasOpen && (activity || failures.length === 0)) forgotten.silent.push(id);
      return [];
    }
    const before =
      row.version === null || row.day === null || row.watched_at === null
        ? undefined
        : { version: row.version, day: row.day, watchedAt: new Date(row.watched_at) };
    return [{ id, wantsNoData: row.no_data, version: activity.version, lastRecordedAt, before }];
  });
  return { websites, forgotten, failures };
}
