-- The buckets of a report, without sketches. A revision changes whenever its bucket is written.
-- $1 websites. $2..$7 arrays with an entry per read: its number, level, grain and bucket, first and last
-- subject (equal for one subject). $8 which metrics: 1 views, 2 conversions, 4 completions, 8 submissions,
-- 16 subscribes, 32 orders, 64 revenue.
-- Each bucket is one text with its values, separated by spaces; empty if it was not asked for. The driver takes five times
-- as long for the same values in columns.
-- Each read is one range of the primary key. The lateral subquery forces this plan, also before the first analyze:
-- "offset 0" keeps PostgreSQL from merging it into the outer query.
select r.website_id, concat(
  w.read, ' ', r.subject_id, ' ', r.revision, ' ',
  r.views, ' ', r.conversions, ' ', r.completions, ' ', r.submissions, ' ', r.subscribes, ' ', r.orders, ' ',
  r.revenue, ' ',
  r.views_visitors, ' ', r.conversions_visitors, ' ', r.completions_visitors, ' ', r.submissions_visitors, ' ',
  r.subscribes_visitors
) as bucket
from unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (read, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select
    website_id,
    subject_id,
    revision,
    case when $8::int & 1 > 0 then views end as views,
    case when $8::int & 2 > 0 then conversions end as conversions,
    case when $8::int & 4 > 0 then completions end as completions,
    case when $8::int & 8 > 0 then submissions end as submissions,
    case when $8::int & 16 > 0 then subscribes end as subscribes,
    case when $8::int & 32 > 0 then orders end as orders,
    case when $8::int & 64 > 0 then revenue end as revenue,
    case when $8::int & 1 > 0 then views_visitors end as views_visitors,
    case when $8::int & 2 > 0 then conversions_visitors end as conversions_visitors,
    case when $8::int & 4 > 0 then completions_visitors end as completions_visitors,
    case when $8::int & 8 > 0 then submissions_visitors end as submissions_visitors,
    case when $8::int & 16 > 0 then subscribes_visitors end as subscribes_visitors
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
