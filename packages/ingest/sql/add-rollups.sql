-- Adds counts to the rollups of one website. $1 website, $2..$22 arrays with an entry per row. The sketches are
-- complete, and each has its estimate; null keeps the stored ones.
insert into rollups as r (
  website_id, level, grain, bucket, subject_id,
  views, conversions, completions, submissions, subscribes, orders, revenue,
  views_sketch, conversions_sketch, completions_sketch, submissions_sketch, subscribes_sketch,
  views_visitors, conversions_visitors, completions_visitors, submissions_visitors, subscribes_visitors,
  revision
)
select $1::int, b.*, pg_current_xact_id()::text::bigint
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
  $13::text::text[],
  $14::text::text[],
  $15::text::text[],
  $16::text::text[],
  $17::text::text[],
  $18::text::int[],
  $19::text::int[],
  $20::text::int[],
  $21::text::int[],
  $22::text::int[]
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
  subscribes_sketch = coalesce(excluded.subscribes_sketch, r.subscribes_sketch),
  views_visitors = coalesce(excluded.views_visitors, r.views_visitors),
  conversions_visitors = coalesce(excluded.conversions_visitors, r.conversions_visitors),
  completions_visitors = coalesce(excluded.completions_visitors, r.completions_visitors),
  submissions_visitors = coalesce(excluded.submissions_visitors, r.submissions_visitors),
  subscribes_visitors = coalesce(excluded.subscribes_visitors, r.subscribes_visitors),
  revision = excluded.revision
