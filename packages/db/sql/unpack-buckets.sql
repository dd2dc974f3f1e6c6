-- Unpacks buckets of one website, before anything is added to them: each reference becomes the sketch that it leads to.
-- $1 website, $2 and $3 grains and first days of the buckets. The caller holds the lock of the website.
update rollups as r
set packed = false, {{sketches}}
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
