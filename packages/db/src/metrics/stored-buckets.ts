import type { Bucket } from '@funnel/domain';

/** The Monday of the week that holds 1 January 1970: no event is older, so no bucket is. */
const FIRST_BUCKET = -3;

/** The buckets of a cover that can hold anything; those before are beyond what a PostgreSQL date can be. */
export function storedBuckets(cover: readonly Bucket[]): Bucket[] {
  return cover.filter((bucket) => bucket.start >= FIRST_BUCKET);
}
