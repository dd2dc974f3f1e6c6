-- Unpacks buckets of one website, before anything is added to them: each reference becomes the sketch that it leads to
-- (docs/adr/0031-packing.md). $1 website, $2 and $3 grains and first days of the buckets. The caller holds the
-- lock of the website.
update rollups as r
set
  packed = false,
  views_sketch = case
    when octet_length(r.views_sketch) <= 35 and left(r.views_sketch, 4) = 'AAAA' then coalesce(
      (
        select views_sketch
        from rollups
        where website_id = $1::int
          and level = substr(r.views_sketch, 5, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(r.views_sketch, 6), '.', 1)::int
          and revision = split_part(r.views_sketch, '.', 2)::bigint
      ),
      r.views_sketch
    )
    else r.views_sketch
  end,
  conversions_sketch = case
    when octet_length(r.conversions_sketch) <= 35 and left(r.conversions_sketch, 4) = 'AAAA' then coalesce(
      (
        select conversions_sketch
        from rollups
        where website_id = $1::int
          and level = substr(r.conversions_sketch, 5, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(r.conversions_sketch, 6), '.', 1)::int
          and revision = split_part(r.conversions_sketch, '.', 2)::bigint
      ),
      r.conversions_sketch
    )
    else r.conversions_sketch
  end,
  completions_sketch = case
    when octet_length(r.completions_sketch) <= 35 and left(r.completions_sketch, 4) = 'AAAA' then coalesce(
      (
        select completions_sketch
        from rollups
        where website_id = $1::int
          and level = substr(r.completions_sketch, 5, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(r.completions_sketch, 6), '.', 1)::int
          and revision = split_part(r.completions_sketch, '.', 2)::bigint
      ),
      r.completions_sketch
    )
    else r.completions_sketch
  end,
  submissions_sketch = case
    when octet_length(r.submissions_sketch) <= 35 and left(r.submissions_sketch, 4) = 'AAAA' then coalesce(
      (
        select submissions_sketch
        from rollups
        where website_id = $1::int
          and level = substr(r.submissions_sketch, 5, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(r.submissions_sketch, 6), '.', 1)::int
          and revision = split_part(r.submissions_sketch, '.', 2)::bigint
      ),
      r.submissions_sketch
    )
    else r.submissions_sketch
  end,
  subscribes_sketch = case
    when octet_length(r.subscribes_sketch) <= 35 and left(r.subscribes_sketch, 4) = 'AAAA' then coalesce(
      (
        select subscribes_sketch
        from rollups
        where website_id = $1::int
          and level = substr(r.subscribes_sketch, 5, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(r.subscribes_sketch, 6), '.', 1)::int
          and revision = split_part(r.subscribes_sketch, '.', 2)::bigint
      ),
      r.subscribes_sketch
    )
    else r.subscribes_sketch
  end
from (
  select k.grain, k.bucket, l.level
  from unnest($2::text::grain[], $3::text::date[]) as k (grain, bucket)
  cross join unnest('{website,campaign,variant,step,element}'::level[]) as l (level)
) as p
where r.website_id = $1::int
  and r.level = p.level
  and r.grain = p.grain
  and r.bucket = p.bucket
  and r.packed
