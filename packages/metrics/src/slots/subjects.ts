import { type Bucket, type Level, MAX_ID } from '@funnel/domain';

export interface SubjectSelection {
  level: Level;
  ids: readonly number[] | 'all';
  /** With the points of the series, if the period has one. */
  withSeries?: boolean;
}

/** The first and last subject of each index range: one range for a whole level. */
export function subjectRanges(ids: SubjectSelection['ids']): [number, number][] {
  return ids === 'all' ? [[0, MAX_ID]] : ids.map((id) => [id, id]);
}

/** The Monday of the week that holds 1 January 1970: no event is older, so no bucket is. */
const FIRST_BUCKET = -3;

/** The buckets of a cover that can hold data; earlier ones are beyond the range of a PostgreSQL date. */
export function storedBuckets(cover: readonly Bucket[]): Bucket[] {
  return cover.filter((bucket) => bucket.start >= FIRST_BUCKET);
}
