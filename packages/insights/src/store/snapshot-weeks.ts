import { type Database, isDistributed } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { int4, int4Array, json, text } from '@funnel/db/sql';
import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { lateWeek, newestDueWeek, WEEKS_BACK } from '../weeks.ts';

/** One snapshot: a website and a week. */
export interface WebsiteWeek {
  websiteId: WebsiteId;
  /** Its Monday. */
  week: Day;
}

/** The websites that miss the snapshot of a week. */
interface MissingWeek {
  week: Day;
  websiteIds: WebsiteId[];
}

const findMissing = statement(
  'find-missing-snapshots',
  { newest: int4(), weeksBack: int4() },
  { week: int4(), website_ids: int4Array<WebsiteId>() },
);

const readWritten = statement(
  'read-written-weeks',
  { since: text() },
  { website_id: int4<WebsiteId>(), first_week: text(), weeks: json<string[]>() },
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
  database: Database,
  { newest, weeksBack }: { newest: Day; weeksBack: number },
): Promise<WebsiteWeek[]> {
  const missing = await findMissingWeeks(database, newest, weeksBack);
  return missing.flatMap(({ week, websiteIds }) => websiteIds.map((websiteId) => ({ websiteId, week })));
}

/** Counts the snapshots that are due and missing, and those of them that should have been written hours ago. */
export async function countMissingSnapshots(
  database: Database,
  now: Date,
): Promise<{ due: number; late: number }> {
  const missing = await findMissingWeeks(database, newestDueWeek(now), WEEKS_BACK);
  const count = (weeks: MissingWeek[]) => weeks.reduce((sum, { websiteIds }) => sum + websiteIds.length, 0);
  return { due: count(missing), late: count(missing.filter(({ week }) => week <= lateWeek(now))) };
}

async function findMissingWeeks(database: Database, newest: Day, weeksBack: number): Promise<MissingWeek[]> {
  if (await isDistributed(database.sql)) return findOnCitus(database, newest, weeksBack);
  const rows = await findMissing(database.sql, { newest, weeksBack });
  return rows.map(({ week, website_ids }) => ({ week, websiteIds: website_ids }));
}

/** The same rule as in find-missing-snapshots.sql. There the snapshots are not on the machine that has the websites. */
async function findOnCitus(database: Database, newest: Day, weeksBack: number): Promise<MissingWeek[]> {
  const weeks = Array.from({ length: weeksBack }, (_, index) => newest - 7 * index);
  const [websiteIds, rows] = await Promise.all([
    listWebsiteIds(database),
    readWritten(database.sql, { since: formatDay(weeks.at(-1) ?? newest) }),
  ]);
  const written = new Map(rows.map((row) => [row.website_id, row]));
  const misses = (websiteId: WebsiteId, week: Day) => {
    const known = written.get(websiteId);
    const day = formatDay(week);
    if (known?.weeks.includes(day)) return false;
    return week === newest || (known !== undefined && known.first_week < day);
  };
  return weeks.map((week) => ({ week, websiteIds: websiteIds.filter((id) => misses(id, week)) }));
}
