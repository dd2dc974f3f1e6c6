import { type Database, isDistributed } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { int4, json, text } from '@funnel/db/sql';
import { type Day, formatDay, parseDay, type WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { lateWeek, newestDueWeek, WEEKS_BACK } from '../weeks.ts';

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

const countMissing = statement(
  'count-missing-snapshots',
  { newest: text(), weeksBack: int4() },
  { week: text(), websites: int4() },
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
  const { sql } = database;
  if (await isDistributed(sql)) return listOnCitus(database, newest, weeksBack);
  const rows = await findMissing(sql, { newest: formatDay(newest), weeksBack });
  return rows.map(({ website_id, week }) => ({ websiteId: website_id, week: parseDay(week) ?? 0 }));
}

/** Counts the snapshots that are due and missing, and those of them that should have been written hours ago. */
export async function countMissingSnapshots(
  database: Database,
  now: Date,
): Promise<{ due: number; late: number }> {
  const { sql } = database;
  if (await isDistributed(sql)) {
    const missing = await listOnCitus(database, newestDueWeek(now), WEEKS_BACK);
    return { due: missing.length, late: missing.filter(({ week }) => week <= lateWeek(now)).length };
  }
  const rows = await countMissing(sql, { newest: formatDay(newestDueWeek(now)), weeksBack: WEEKS_BACK });
  const sum = (some: typeof rows) => some.reduce((total, { websites: count }) => total + count, 0);
  return { due: sum(rows), late: sum(rows.filter(({ week }) => (parseDay(week) ?? 0) <= lateWeek(now))) };
}

/** The same rule as in find-missing-snapshots.sql. There the snapshots are not on the machine that has the websites. */
async function listOnCitus(database: Database, newest: Day, weeksBack: number): Promise<WebsiteWeek[]> {
  const weeks = Array.from({ length: weeksBack }, (_, index) => newest - 7 * index);
  const [websiteIds, rows] = await Promise.all([
    listWebsiteIds(database),
    readWritten(database.sql, { since: formatDay(weeks.at(-1) ?? newest) }),
  ]);
  const written = new Map(rows.map((row) => [row.website_id, row]));
  return weeks.flatMap((week) =>
    websiteIds
      .filter((websiteId) => {
        const known = written.get(websiteId);
        const day = formatDay(week);
        if (known?.weeks.includes(day)) return false;
        return week === newest || (known !== undefined && known.first_week < day);
      })
      .map((websiteId) => ({ websiteId, week })),
  );
}
