-- The sketches of buckets, from which distinct counts are united.
-- $1 websites. $2..$7 arrays with an entry per read: its number, level, grain and bucket, first and last
-- subject (equal for one subject). $8 which metrics: 1 views, 2 conversions, 4 completions, 8 submissions,
-- 16 subscribes, 32 orders, 64 revenue.
-- A short text of a row that is packed may be a reference to the equal sketch of a row above: docs/adr/0031-packing.md.
-- It is looked up by its key. One that leads nowhere is returned as it is, and then rejected as a damaged sketch.
-- Each read is one range of the primary key. The lateral subquery forces this plan, also before the first analyze:
-- "offset 0" keeps PostgreSQL from merging it into the outer query.
select
  r.website_id,
  w.read,
  r.subject_id,
  r.revision,
  case
    when r.packed and octet_length(r.views_sketch) <= 35 and left(r.views_sketch, 4) = 'AAAA' then coalesce(
      (
        select views_sketch
        from rollups
        where website_id = any ($1::int[])
          and website_id = r.website_id
          and level = substr(r.views_sketch, 5, 1)::level
          and grain = w.grain
          and bucket = w.bucket
          and subject_id = split_part(substr(r.views_sketch, 6), '.', 1)::int
          and revision = split_part(r.views_sketch, '.', 2)::bigint
      ),
      r.views_sketch
    )
    else r.views_sketch
  end as views_sketch,
  case
    when r.packed and octet_length(r.conversions_sketch) <= 35 and left(r.conversions_sketch, 4) = 'AAAA' then coalesce(
      (
        select conversions_sketch
        from rollups
        where website_id = any ($1::int[])
          and website_id = r.website_id
          and level = substr(r.conversions_sketch, 5, 1)::level
          and grain = w.grain
          and bucket = w.bucket
          and subject_id = split_part(substr(r.conversions_sketch, 6), '.', 1)::int
          and revision = split_part(r.conversions_sketch, '.', 2)::bigint
      ),
      r.conversions_sketch
    )
    else r.conversions_sketch
  end as conversions_sketch,
  case
    when r.packed and octet_length(r.completions_sketch) <= 35 and left(r.completions_sketch, 4) = 'AAAA' then coalesce(
      (
        select completions_sketch
        from rollups
        where website_id = any ($1::int[])
          and website_id = r.website_id
          and level = substr(r.completions_sketch, 5, 1)::level
          and grain = w.grain
          and bucket = w.bucket
          and subject_id = split_part(substr(r.completions_sketch, 6), '.', 1)::int
          and revision = split_part(r.completions_sketch, '.', 2)::bigint
      ),
      r.completions_sketch
    )
    else r.completions_sketch
  end as completions_sketch,
  case
    when r.packed and octet_length(r.submissions_sketch) <= 35 and left(r.submissions_sketch, 4) = 'AAAA' then coalesce(
      (
        select submissions_sketch
        from rollups
        where website_id = any ($1::int[])
          and website_id = r.website_id
          and level = substr(r.submissions_sketch, 5, 1)::level
          and grain = w.grain
          and bucket = w.bucket
          and subject_id = split_part(substr(r.submissions_sketch, 6), '.', 1)::int
          and revision = split_part(r.submissions_sketch, '.', 2)::bigint
      ),
      r.submissions_sketch
    )
    else r.submissions_sketch
  end as submissions_sketch,
  case
    when r.packed and octet_length(r.subscribes_sketch) <= 35 and left(r.subscribes_sketch, 4) = 'AAAA' then coalesce(
      (
        select subscribes_sketch
        from rollups
        where website_id = any ($1::int[])
          and website_id = r.website_id
          and level = substr(r.subscribes_sketch, 5, 1)::level
          and grain = w.grain
          and bucket = w.bucket
          and subject_id = split_part(substr(r.subscribes_sketch, 6), '.', 1)::int
          and revision = split_part(r.subscribes_sketch, '.', 2)::bigint
      ),
      r.subscribes_sketch
    )
    else r.subscribes_sketch
  end as subscribes_sketch
from unnest(
  $2::text::int[],
  $3::text::level[],
  $4::text::grain[],
  $5::text::date[],
  $6::text::int[],
  $7::text::int[]
) as w (read, level, grain, bucket, first_subject, last_subject)
cross join lateral (
  select
    website_id,
    subject_id,
    revision,
    packed,
    case when $8::int & 1 > 0 then views_sketch end as views_sketch,
    case when $8::int & 2 > 0 then conversions_sketch end as conversions_sketch,
    case when $8::int & 4 > 0 then completions_sketch end as completions_sketch,
    case when $8::int & 8 > 0 then submissions_sketch end as submissions_sketch,
    case when $8::int & 16 > 0 then subscribes_sketch end as subscribes_sketch
  from rollups
  where website_id = any ($1::int[])
    and level = w.level
    and grain = w.grain
    and bucket = w.bucket
    and subject_id between w.first_subject and w.last_subject
  offset 0
) as r
