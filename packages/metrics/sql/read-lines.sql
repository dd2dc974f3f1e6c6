-- The views and conversions of many subjects in single buckets, for short lines. $1 websites. $2..$7 arrays with an entry per read: its
-- place in the line, level, grain and bucket, first and last subject. $8 whether visitors are counted (1) or events (0).
-- One text for each subject, with three numbers for each bucket that has a row: its place, views, conversions. A row for each bucket would take the
-- driver far longer.
select
  r.website_id,
  r.subject_id,
  string_agg(concat_ws(' ', w.place, r.views, r.conversions), ' ') as points
from unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (place, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select
    website_id,
    subject_id,
    case when $8::int = 1 then least(coalesce(views_visitors, 0), views) else views end as views,
    case when $8::int = 1 then least(coalesce(conversions_visitors, 0), conversions) else conversions end as conversions
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
group by r.website_id, r.subject_id
