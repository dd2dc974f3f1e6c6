-- Every number of a report, in one statement and so from one snapshot.
-- $1 websites; $2..$7 the reads, a row each: slot of the answer, level, grain and bucket of its cover,
-- first and last subject (equal for one subject); $8 which sketches: 1 views, 2 conversions,
-- 4 completions, 8 submissions, 16 subscribes, 0 none (count_type=total).
-- The key (website_id, level, grain, bucket, subject_id) serves each read by one index range; the lateral
-- subquery (offset 0: never merged into the outer one) holds the plan to that, also before the first analyze.
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
  sum(r.revenue)::text as revenue,
  string_agg(r.views_sketch, ''::bytea) filter (where $8::int & 1 > 0) as views_sketch,
  string_agg(r.conversions_sketch, ''::bytea) filter (where $8::int & 2 > 0) as conversions_sketch,
  string_agg(r.completions_sketch, ''::bytea) filter (where $8::int & 4 > 0) as completions_sketch,
  string_agg(r.submissions_sketch, ''::bytea) filter (where $8::int & 8 > 0) as submissions_sketch,
  string_agg(r.subscribes_sketch, ''::bytea) filter (where $8::int & 16 > 0) as subscribes_sketch
from unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (slot, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select *
  from rollups
  where website_id = any ($1::text::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
group by r.website_id, w.slot, r.subject_id
