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
    {{asked}}
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
