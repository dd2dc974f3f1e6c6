-- How many distinct visitors each subject of a level can have at most: the sum of the estimates of its buckets. $1 website,
-- $2 level, $3 and $4 grain and first day of each bucket, $5 the number of the metric, from 1.
select
  r.subject_id,
  sum(r.total)::bigint as total,
  coalesce(sum(r.visitors), 0)::bigint as visitors
from unnest($3::text::grain[], $4::text::date[]) as w (grain, bucket)
cross join lateral (
  select
    subject_id,
    case $5::int {{totals}} end as total,
    case $5::int {{estimates}} end as visitors
  from rollups
  where website_id = $1::int and level = $2::text::level and grain = w.grain and bucket = w.bucket
  offset 0
) as r
group by r.subject_id
