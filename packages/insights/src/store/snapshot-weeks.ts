import { askMachines, type Database, isDistributed } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import { int4, int4Array, int4Literal, json, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';
import { statement } from '../statement.ts';
import { lateWeek, newestDueWeek, WEEKS_BACK } from '../weeks.ts';

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
  { since: text(), websites: int4Literal() },
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
  const missing = await findMissingWeeks(database, { newest, weeksBack, unknown: 'missing' });
  return missing.flatMap(({ week, websiteIds }) => websiteIds.map((websiteId) => ({ websiteId, week })));
}

/** Counts the snapshots that are due and missing, and those of them that should have been written hours ago. */
export async function countMissingSnapshots(
  database: Database,
  now: Date,
): Promise<{ due: number; late: number }> {
  const newest = newestDueWeek(now);
  const missing = await findMissingWeeks(database, { newest, weeksBack: WEEKS_BACK, unknown: 'written' });
  const count = (weeks: MissingWeek[]) => weeks.reduce((sum, { websiteIds }) => sum + websiteIds.length, 0);
  return { due: count(missing), late: count(missing.filter(({ week }) => week <= lateWeek(now))) };
}

interface MissingQuery {
  newest: Day;
  weeksBack: number;
  /** What to think of websites whose machine does not answer: a job can be tried, but nobody needs to be alarmed. */
  unknown: 'missing' | 'written';
}

async function findMissingWeeks(database: Database, query: MissingQuery): Promise<MissingWeek[]> {
  if (await isDistributed(database.sql)) return findOnCitus(database, query);
  const { newest, weeksBack } = query;
  const rows = await findMissing(database.sql, { newest, weeksBack });
  return rows.map(({ week, website_ids }) => ({ week, websiteIds: website_ids }));
}

/**
 * The same rule as in find-missing-snapshots.sql. There the snapshots are not on the machine that has the websites. While a
 * machine does not answer, nothing is known of its websites.
 */
async function findOnCitus(
  database: Database,
  { newest, weeksBack, unknown }: MissingQuery,
): Promise<MissingWeek[]> {
  const weeks = Array.from({ length: weeksBack }, (_, index) => newest - 7 * index);
  const since = formatDay(weeks.at(-1) ?? newest);
  const { answers } = await askMachines(database, async (connection, ids) => {
    const asked = ids ?? [];
    return { asked, rows: await readWritten(connection, { since, websites: plainArrayLiteral(asked) }) };
  });
  const known = new Set(answers.flatMap(({ asked }) => asked));
  const websiteIds = (await listWebsiteIds(database)).filter((id) => unknown === 'missing' || known.has(id));
  const written = new Map(answers.flatMap(({ rows }) => rows).map((row) => [row.website_id, row]));
  const misses = (websiteId: WebsiteId, week: Day) => {
    const found = written.get(websiteId);
    const day = formatDay(week);
    if (found?.weeks.includes(day)) return false;
    return week === newest || (found !== undefined && found.first_week < day);
  };
  return weeks.map((week) => ({ week, websiteIds: websiteIds.filter((id) => misses(id, week)) }));
}
