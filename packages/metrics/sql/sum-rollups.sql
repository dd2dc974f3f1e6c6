-- The total counts of a report, per website, slot and subject.
-- $1 websites. $2..$7 arrays with an entry per read: slot of the answer, level, grain and bucket of its cover, first
-- and last subject (equal for one subject). $8 which metrics: 1 views, 2 conversions, 4 completions, 8 submissions,
-- 16 subscribes, 32 orders, 64 revenue.
-- Each read is one range of the primary key. The lateral subquery forces this plan, also before the first analyze:
-- "offset 0" keeps PostgreSQL from merging it into the outer query.
select
  r.website_id,
  w.slot,
  r.subject_id,
  sum(r.views)::bigint as views,
  sum(r.conversions)::bigint as conversions,
  sum(r.completions)::bigint as completions,
  sum(r.submissions)::bigint as submissions,
  sum(r.subscribes)::bigint as subscribes,
  sum(r.orders)::bigint as orders,
  sum(r.revenue)::text as revenue
from unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (slot, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select
    website_id,
    subject_id,
    {{asked}}
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
group by r.website_id, w.slot, r.subject_id
