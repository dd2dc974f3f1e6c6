-- The products of an element in a cover. $1 website, $2 element, $3 and $4 grains and buckets of the cover.
select
  p.value,
  sum(p.selections)::bigint as selections,
  sum(p.orders)::bigint as orders,
  sum(p.revenue)::text as revenue
from unnest($3::text::grain[], $4::text::date[]) as c (grain, bucket)
cross join lateral (
  select *
  from element_products
  where website_id = $1::int and element_id = $2::int and grain = c.grain and bucket = c.bucket
  offset 0
) as p
group by p.value
