-- The views and conversions of many subjects in single buckets, for short lines. $1 websites, $2 level. $3..$8 arrays with an entry per read: its
-- place in the line, grain, first and last bucket, first and last subject. $9 whether visitors are counted (1) or events (0).
-- Several buckets of a read are days or weeks: one range of the primary key, if the level has one subject. One text for each subject, with three
-- numbers for each bucket that has a row: its place, views, conversions. A row for each bucket would take the driver far longer.
select
  r.website_id,
  r.subject_id,
  string_agg(
    concat_ws(
      ' ', w.place + (r.bucket - w.first_bucket) / case w.grain when 'week' then 7 else 1 end, r.views, r.conversions
    ),
    ' '
  ) as points
from unnest(
  $3::text::int[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::date[],
  $7::text::int[],
  $8::text::int[]
) as w (place, grain, first_bucket, last_bucket, first_subject, last_subject)
cross join lateral (
  select
    website_id,
    subject_id,
    bucket,
    case when $9::int = 1 then least(coalesce(views_visitors, 0), views) else views end as views,
    case when $9::int = 1 then least(coalesce(conversions_visitors, 0), conversions) else conversions end as conversions
  from rollups
  where website_id = any ($1::int[])
    and level = $2::text::level
    and grain = w.grain
    and bucket between w.first_bucket and w.last_bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
group by r.website_id, r.subject_id
