-- Adds counts to the rollups of one website. $1 website, $2..$22 arrays with an entry per row. The sketches are
-- complete, and each has its estimate; null keeps the stored ones.
insert into rollups as r (
  website_id, level, grain, bucket, subject_id, {{counts}}, orders, revenue, {{sketches}}, {{visitors}}, revision
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
  orders = r.orders + excluded.orders,
  revenue = r.revenue + excluded.revenue,
  {{added}},
  revision = excluded.revision
