import { arrays, int4, int4Literal } from '../connection/column-types.ts';

/**
 * The parameters of a statement that reads ranges of the rollups: $1 websites; $2 to $7 arrays with an entry for each range, its
 * number, level, grain and bucket, first and last subject (equal for one subject); $8 which metrics, a bit for each of
 * `STORED_METRICS`.
 */
export const RANGE_PARAMETERS = {
  websites: int4Literal(),
  ...arrays('reads', 'levels', 'grains', 'buckets', 'firstSubjects', 'lastSubjects'),
  metrics: int4(),
};

/**
 * SQL for these ranges, `w`, and the rows of each, `r`. Each is one range of the primary key. The lateral subquery forces this plan,
 * also before the first analyze: "offset 0" keeps PostgreSQL from merging it into the outer query.
 */
export function rollupRanges(columns: string): string {
  return `unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (read, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select ${columns}
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r`;
}

/** SQL for columns, each only if its metric is asked for. `bits` has a bit for each, the lowest for the first. */
export function askedColumns(columns: readonly string[], bits = '$8::int'): string {
  return columns
    .map((column, index) => `case when ${bits} & ${1 << index} > 0 then ${column} end as ${column}`)
    .join(', ');
}
