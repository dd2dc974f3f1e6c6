-- How many distinct visitors each subject of a level can have at most: the sum of the estimates of its buckets. $1 website,
-- $2 level, $3 and $4 grain and first day of each bucket, $5 metric: 1 views, 2 conversions, 3 completions,
-- 4 submissions, 5 subscribes.
select
  r.subject_id,
  sum(r.total)::bigint as total,
  coalesce(sum(r.visitors), 0)::bigint as visitors
from unnest($3::text::grain[], $4::text::date[]) as w (grain, bucket)
cross join lateral (
  select
    subject_id,
    case $5::int
      when 1 then views
      when 2 then conversions
      when 3 then completions
      when 4 then submissions
      when 5 then subscribes
    end as total,
    case $5::int
      when 1 then views_visitors
      when 2 then conversions_visitors
      when 3 then completions_visitors
      when 4 then submissions_visitors
      when 5 then subscribes_visitors
    end as visitors
  from rollups
  where website_id = $1::int and level = $2::text::level and grain = w.grain and bucket = w.bucket
  offset 0
) as r
group by r.subject_id
