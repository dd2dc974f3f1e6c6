import { type Day, formatDay, parseDay } from '@funnel/domain';
import type { Database } from '../connection/database.ts';
import { statement } from '../connection/statement.ts';

export interface WebsiteWeek {
  websiteId: number;
  /** Its Monday. */
  week: Day;
}

const websitesOfWeek = statement('insights-websites-of-week');
const missing = statement('insights-missing');

/** The websites that were there in the week; of one alone, whether it was. */
export async function listWebsitesOfWeek(
  database: Database,
  { week, websiteId }: { week: Day; websiteId?: number | undefined },
): Promise<number[]> {
  const rows = await websitesOfWeek<{ id: number }>(database.sql, [formatDay(week), websiteId ?? null]);
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
