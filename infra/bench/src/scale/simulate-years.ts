import { cleanUp } from '@funnel/authorization-server/clean-up';
import type { Database } from '@funnel/db';
import { bucketStart, type Day, dayOf, type WebsiteId } from '@funnel/domain';
import { foldPending, packRollups, pruneLedger, readBacklog, recordEvents } from '@funnel/ingest';
import { lastFullWeek, listWebsiteIds, snapshotWebsite } from '@funnel/insights';
import { createLogger } from '@funnel/service';
import { loadCatalog } from '../data/bench-data.ts';
import { addPerson, useForAWeek } from './people.ts';
import { setClock } from './simulated-clock.ts';
import { type TableSize, tableSizes } from './table-sizes.ts';
import { vacuumWhenDue } from './vacuum-when-due.ts';
import { eventsOfWeek, shapeOf, visitedWebsites } from './websites.ts';

/** How long to simulate what. */
export interface YearsOptions {
  websites: number;
  years: number;
  /** How many weeks pass at once; 52 must be a multiple of it. Visitors come in the last of them. */
  stepWeeks?: number;
  /** The simulation begins on the Monday of this time, and goes on into the future. */
  from: Date;
  /** Called at the end of each year, before the sizes are read. */
  atYearEnd?: (year: number, now: Date) => Promise<void>;
  onYear?: (year: Year) => void;
}

/** The sizes at the end of a year. */
export interface Year {
  year: number;
  /** Recorded until then. */
  events: number;
  /** Days with visitors, summed over the websites, until then. */
  websiteDays: number;
  sizes: TableSize[];
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const WEEKS_A_YEAR = 52;
const EVENTS_AT_ONCE = 5_000;
const SNAPSHOTS_AT_ONCE = 4;
const AUDIT_DAYS = 400;
/** One person signs in for so many websites and week. */
const WEBSITES_PER_PERSON = 200;

/**
 * Lets years pass on a database with a simulated clock, a week at a time: visitors come, their events are recorded and folded,
 * people sign in, Monday's snapshots are written, what is too old is deleted and what has ended is packed, all by the code of the services.
 */
export async function simulateYears(database: Database, options: YearsOptions): Promise<Year[]> {
  const { websites, years, stepWeeks = 1, from, atYearEnd, onYear } = options;
  const logger = createLogger({ service: 'bench', level: 'silent' });
  let now = noonOf(bucketStart(dayOf(from), 'week') + WEEK_DAYS);
  await setClock(database, now);
  await loadCatalog(database, websites, shapeOf, now);
  const ids = await listWebsiteIds(database);
  const visitedByPeople = ids.filter((_, index) => index % WEBSITES_PER_PERSON === 0);
  const userId = await addPerson(database);
  const result: Year[] = [];
  let [events, websiteDays] = [0, 0];

  for (let week = stepWeeks; week <= years * WEEKS_A_YEAR; week += stepWeeks) {
    await setClock(database, now);
    const visited = visitedWebsites(websites, week);
    const recorded = await recordWeek(database, visited, now);
    events += recorded.events;
    websiteDays += recorded.websiteDays;
    await foldAll(database);
    const visitedIds = new Set(visited);
    await writeSnapshots(
      database,
      ids.filter((id) => visitedIds.has(id)),
      lastFullWeek(now),
    );
    for (const websiteId of visitedByPeople) await useForAWeek(database, { userId, websiteId, now });
    const today = now;
    await cleanUp({ database, clock: () => today, logger, auditDays: AUDIT_DAYS });
    await pruneLedger(database);
    await packRollups(database);
    await vacuumWhenDue(database);
    if (week % WEEKS_A_YEAR === 0) {
      const year = week / WEEKS_A_YEAR;
      await atYearEnd?.(year, now);
      await vacuumWhenDue(database);
      const end = { year, events, websiteDays, sizes: await tableSizes(database) };
      onYear?.(end);
      result.push(end);
    }
    now = new Date(now.getTime() + stepWeeks * WEEK_DAYS * DAY_MS);
  }
  return result;
}

function noonOf(day: Day): Date {
  return new Date(day * DAY_MS + DAY_MS / 2);
}

/** The events of the week before `now`, recorded in batches of all websites. */
async function recordWeek(
  database: Database,
  visited: readonly number[],
  now: Date,
): Promise<{ events: number; websiteDays: number }> {
  const monday = lastFullWeek(now);
  const all = visited.flatMap((website) => eventsOfWeek(website, monday));
  for (let from = 0; from < all.length; from += EVENTS_AT_ONCE) {
    const batch = all.slice(from, from + EVENTS_AT_ONCE);
    const { recorded } = await recordEvents(database, batch, { now });
    if (recorded !== batch.length) throw new Error(`${batch.length - recorded} events were not recorded`);
  }
  return { events: all.length, websiteDays: visited.length * WEEK_DAYS };
}

/** A round folds up to 1,000 websites. */
async function foldAll(database: Database): Promise<void> {
  do await foldPending(database, { minEvents: 1 });
  while ((await readBacklog(database)).events > 0);
}

async function writeSnapshots(
  database: Database,
  websiteIds: readonly WebsiteId[],
  week: Day,
): Promise<void> {
  let next = 0;
  const write = async () => {
    for (let id = websiteIds[next++]; id !== undefined; id = websiteIds[next++])
      await snapshotWebsite(database, { websiteId: id, week }, { replace: false });
  };
  await Promise.all(Array.from({ length: SNAPSHOTS_AT_ONCE }, write));
}
