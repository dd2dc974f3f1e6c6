import { bucketEnd, bucketStart, type Day, dayOf, formatDay, type Grain } from '@funnel/domain';

export interface Range {
  start: string;
  end: string;
}

export function today(now: Date): string {
  return formatDay(dayOf(now));
}

/** The last calendar week, month, quarter or year that is over. */
export function lastRange(now: Date, grain: Grain): Range {
  const end = bucketStart(dayOf(now), grain) - 1;
  return range(bucketStart(end, grain), bucketEnd(end, grain));
}

function range(start: Day, end: Day): Range {
  return { start: formatDay(start), end: formatDay(end) };
}
