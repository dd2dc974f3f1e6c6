import { bucketEnd, bucketStart, type Day, dayOf, formatDay, type Grain } from '@funnel/domain';

/** The first and the last day, both included. */
export interface Range {
  start: string;
  end: string;
}

/** Today in UTC, as YYYY-MM-DD. */
export function today(now: Date): string {
  return formatDay(dayOf(now));
}

/** The last complete calendar week, month, quarter or year. */
export function lastRange(now: Date, grain: Grain): Range {
  const end = bucketStart(dayOf(now), grain) - 1;
  return range(bucketStart(end, grain), bucketEnd(end, grain));
}

function range(start: Day, end: Day): Range {
  return { start: formatDay(start), end: formatDay(end) };
}
