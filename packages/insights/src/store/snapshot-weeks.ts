import { type Day, formatDay, parseDay } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { statement } from '../statement.ts';

export interface WebsiteWeek {
  websiteId: number;
  /** Its Monday. */
  week: Day;
}

const websites = statement('websites');
const missing = statement('missing');

/** The ids of all websites, or of the one that is named, if it exists. */
export async function listWebsiteIds(database: Database, only?: number): Promise<number[]> {
  const rows = await websites<{ id: number }>(database.sql, [only ?? null]);
  return rows.map(({ id }) => id);
}

/** What should have been written by now and was not, newest week first. */
export async function listMissingSnapshots(
  database: Database,
  { newest, weeksBack }: { newest: Day; weeksBack: number },
): Promise<WebsiteWeek[]> {
  const rows = await missing<{ website_id: number; week: string }>(database.sql, [
    formatDay(newest),
    weeksBack,
  ]);
  return rows.map(({ website_id, week }) => ({ websiteId: website_id, week: parseDay(week) ?? 0 }));
}
