-- Those of some buckets of one website that are packed. $1 website, $2 and $3 grains and first days of the buckets.
select k.grain::text as grain, k.bucket::text as bucket
from unnest($2::text::grain[], $3::text::date[]) as k (grain, bucket)
cross join lateral (
  select packed
  from rollups
  where website_id = $1::int and level = 'website' and grain = k.grain and bucket = k.bucket and subject_id = $1::int
  offset 0
) as w
where w.packed
