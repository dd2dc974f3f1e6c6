import { type Day, formatDay, parseDay } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { int4, nullable, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';

export interface WebsiteWeek {
  websiteId: number;
  /** Its Monday. */
  week: Day;
}

const websites = statement('websites', { only: nullable(int4()) }, { id: int4() });
const missing = statement(
  'missing',
  { newest: text(), weeksBack: int4() },
  { website_id: int4(), week: text() },
);

/** The ids of all websites, or of the one that is named, if it exists. */
export async function listWebsiteIds(database: Database, only?: number): Promise<number[]> {
  const rows = await websites(database.sql, { only: only ?? null });
  return rows.map(({ id }) => id);
}

/** What should have been written by now and was not, newest week first. */
export async function listMissingSnapshots(
  database: Database,
  { newest, weeksBack }: { newest: Day; weeksBack: number },
): Promise<WebsiteWeek[]> {
  const rows = await missing(database.sql, { newest: formatDay(newest), weeksBack });
  return rows.map(({ website_id, week }) => ({ websiteId: website_id, week: parseDay(week) ?? 0 }));
}
