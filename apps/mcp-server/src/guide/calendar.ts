import { bucketEnd, bucketStart, dayOf, formatDay, type Grain } from '@funnel/domain';

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
  const last = bucketStart(dayOf(now), grain) - 1;
  return { start: formatDay(bucketStart(last, grain)), end: formatDay(bucketEnd(last, grain)) };
}
