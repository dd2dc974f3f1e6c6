import { bucketStart, type Day, dayOf } from '@funnel/domain';

const WEEK_DAYS = 7;
const HOUR_MS = 3_600_000;
/** Mondays at 03:00 UTC, so that events of Sunday may arrive a few hours late. See docs/reference/insights.md. */
const SNAPSHOT_HOUR = 3;
/** A snapshot that is missing so long after it was due is late. */
const LATE_HOURS = 6;

/** Missing snapshots are looked for, and written, this many weeks back. */
export const WEEKS_BACK = 8;

/** When snapshots are written: a cron expression, in UTC. */
export const WEEKLY = `0 ${SNAPSHOT_HOUR} * * 1`;

/** Returns the Monday of the last week that has ended. */
export function lastFullWeek(now: Date): Day {
  return bucketStart(dayOf(now), 'week') - WEEK_DAYS;
}

/** Returns the Monday of the newest week whose snapshot is due. */
export function newestDueWeek(now: Date): Day {
  return lastFullWeek(new Date(now.getTime() - SNAPSHOT_HOUR * HOUR_MS));
}

/** Returns the Monday of the newest week whose snapshot is late if it is missing. */
export function lateWeek(now: Date): Day {
  return newestDueWeek(new Date(now.getTime() - LATE_HOURS * HOUR_MS));
}

export function isMonday(day: Day): boolean {
  return bucketStart(day, 'week') === day;
}
