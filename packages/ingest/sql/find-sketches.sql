-- The stored sketches of rollup rows. $1 website, $2..$5 keys, $6 which sketches to read (1 views, 2 conversions,
-- 4 completions, 8 submissions, 16 subscribes), $7 the row number that is returned for each key.
select
  k.row,
  {{asked}}
from unnest(
  $2::text::level[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::int[],
  $6::text::int[],
  $7::text::int[]
) as k (level, grain, bucket, subject_id, sketches, row)
cross join lateral (
  select *
  from rollups
  where website_id = $1::int
    and level = k.level
    and grain = k.grain
    and bucket = k.bucket
    and subject_id = k.subject_id
  offset 0
) as r
