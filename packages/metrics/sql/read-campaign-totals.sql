-- The events of a website and of its campaigns, bucket by bucket. $1 website. $2..$5 arrays with an entry per bucket: its
-- number, grain, first day, and the revision that is known already (0: none).
-- Whatever is added to a bucket of a campaign is added to the website's bucket in the same transaction, so the revision of
-- the website's bucket is that of all its campaigns: nothing is read of a bucket whose revision is known.
-- Texts: views, conversions, orders and revenue, separated by spaces; campaigns by commas, each after its id.
select
  w.read,
  s.revision,
  concat_ws(' ', s.views, s.conversions, s.orders, s.revenue) as whole,
  case when s.revision <> w.known then coalesce((
    select string_agg(concat_ws(' ', r.subject_id, r.views, r.conversions, r.orders, r.revenue), ',')
    from rollups r
    where r.website_id = $1::int and r.level = 'campaign' and r.grain = w.grain and r.bucket = w.bucket
  ), '') end as campaigns
from unnest(
  $2::text::int[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::bigint[]
) as w (read, grain, bucket, known)
cross join lateral (
  select revision, views, conversions, orders, revenue
  from rollups
  where website_id = $1::int
    and level = 'website'
    and grain = w.grain
    and bucket = w.bucket
    and subject_id = $1::int
  offset 0
) as s
