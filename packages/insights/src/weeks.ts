import { bucketStart, type Day, dayOf } from '@funnel/domain';

const WEEK_DAYS = 7;
const HOUR_MS = 3_600_000;
/** Mondays at 03:00 UTC: events of Sunday that come in late still count (decisions, Insights). */
const SNAPSHOT_HOUR = 3;

/** As a cron expression, in UTC. */
export const WEEKLY = `0 ${SNAPSHOT_HOUR} * * 1`;

/** The Monday of the last week that has ended. */
export function lastFullWeek(now: Date): Day {
  return bucketStart(dayOf(now), 'week') - WEEK_DAYS;
}

/** The Monday of the newest week whose hour has come: without a snapshot, it was missed. */
export function newestDueWeek(now: Date): Day {
  return lastFullWeek(new Date(now.getTime() - SNAPSHOT_HOUR * HOUR_MS));
}

export function isMonday(day: Day): boolean {
  return bucketStart(day, 'week') === day;
}
