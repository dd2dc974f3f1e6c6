-- Adds product rows of one website. $1 website, $2..$8 arrays with an entry per row.
insert into element_products as p (
  website_id, element_id, grain, bucket, value, selections, orders, revenue
)
select $1::int, b.*
from unnest(
  $2::text::int[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::text[],
  $6::text::bigint[],
  $7::text::bigint[],
  $8::text::numeric[]
) as b
on conflict on constraint element_products_key do update set
  selections = p.selections + excluded.selections,
  orders = p.orders + excluded.orders,
  revenue = p.revenue + excluded.revenue
