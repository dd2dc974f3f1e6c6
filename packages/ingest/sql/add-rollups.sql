-- Adds counts to the rollups of one website. $1 website, $2..$17 arrays with an entry per row. The sketches are
-- complete; a null sketch keeps the stored one.
insert into rollups as r (
  website_id, level, grain, bucket, subject_id,
  views, conversions, completions, submissions, subscribes, orders, revenue,
  views_sketch, conversions_sketch, completions_sketch, submissions_sketch, subscribes_sketch
)
select $1::int, b.*
from unnest(
  $2::text::level[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::int[],
  $6::text::bigint[],
  $7::text::bigint[],
  $8::text::bigint[],
  $9::text::bigint[],
  $10::text::bigint[],
  $11::text::bigint[],
  $12::text::numeric[],
  $13::text::bytea[],
  $14::text::bytea[],
  $15::text::bytea[],
  $16::text::bytea[],
  $17::text::bytea[]
) as b
on conflict (website_id, level, grain, bucket, subject_id) do update set
  views = r.views + excluded.views,
  conversions = r.conversions + excluded.conversions,
  completions = r.completions + excluded.completions,
  submissions = r.submissions + excluded.submissions,
  subscribes = r.subscribes + excluded.subscribes,
  orders = r.orders + excluded.orders,
  revenue = r.revenue + excluded.revenue,
  views_sketch = coalesce(excluded.views_sketch, r.views_sketch),
  conversions_sketch = coalesce(excluded.conversions_sketch, r.conversions_sketch),
  completions_sketch = coalesce(excluded.completions_sketch, r.completions_sketch),
  submissions_sketch = coalesce(excluded.submissions_sketch, r.submissions_sketch),
  subscribes_sketch = coalesce(excluded.subscribes_sketch, r.subscribes_sketch)
