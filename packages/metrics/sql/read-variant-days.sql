-- The viewers, conversions and earnings of variants of a website on each day. $1 website, $2 and $3 arrays: the variants, and the first day of each; $4 last day.
-- One text for each variant, with five numbers for each day that has a row: its place after the first day, who viewed and who converted, orders, cents.
select
  v.subject_id,
  string_agg(
    concat_ws(
      ' ', d.bucket - v.first, coalesce(r.views_visitors, 0), coalesce(r.conversions_visitors, 0), r.orders, (100 * r.revenue)::bigint
    ),
    ' '
  ) as days
from unnest($2::text::int[], $3::text::date[]) as v (subject_id, first)
cross join lateral (
  select each::date as bucket
  from generate_series(v.first::timestamp, $4::text::date::timestamp, interval '1 day') as g (each)
) as d
cross join lateral (
  select views_visitors, conversions_visitors, orders, revenue
  from rollups
  where website_id = $1::int and level = 'variant' and grain = 'day' and bucket = d.bucket and subject_id = v.subject_id
  offset 0
) as r
group by v.subject_id
