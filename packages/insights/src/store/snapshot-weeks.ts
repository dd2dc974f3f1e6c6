import type { Database } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { int4, text } from '@funnel/db/sql';
import { type Day, formatDay, parseDay, type WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';
import { statement } from '../statement.ts';

/** One snapshot: a website and a week. */
export interface WebsiteWeek {
  websiteId: WebsiteId;
  /** Its Monday. */
  week: Day;
}

const findMissing = statement(
  'find-missing-snapshots',
  { newest: text(), weeksBack: int4() },
  { website_id: int4<WebsiteId>(), week: text() },
);

/** Lists the ids of all websites, or only the given one if it exists. */
export async function listWebsiteIds({ orm }: Database, only?: WebsiteId): Promise<WebsiteId[]> {
  const rows = await orm
    .select({ id: websites.id })
    .from(websites)
    .where(only === undefined ? undefined : eq(websites.id, only))
    .orderBy(asc(websites.id));
  return rows.map(({ id }) => id);
}

/** Lists the snapshots that are due and missing, newest week first. */
export async function listMissingSnapshots(
  { sql }: Database,
  { newest, weeksBack }: { newest: Day; weeksBack: number },
): Promise<WebsiteWeek[]> {
  const rows = await findMissing(sql, { newest: formatDay(newest), weeksBack });
  return rows.map(({ website_id, week }) => ({ websiteId: website_id, week: parseDay(week) ?? 0 }));
}
