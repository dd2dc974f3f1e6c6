-- Inserts the metrics of a snapshot, of which none is stored yet: "on conflict" is for Citus, which would use COPY without it, and
-- row-level security forbids that. $1 website, $2 week, $3..$11 arrays with an entry for each subject.
insert into insights_metrics (
  website_id, week, level, subject_id,
  views, conversions, completions, submissions, subscribes, orders, revenue
)
select $1::int, $2::text::date, m.*
from unnest(
  $3::text::level[],
  $4::text::int[],
  $5::text::bigint[],
  $6::text::bigint[],
  $7::text::bigint[],
  $8::text::bigint[],
  $9::text::bigint[],
  $10::text::bigint[],
  $11::text::numeric[]
) as m
on conflict do nothing
