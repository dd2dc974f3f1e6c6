-- Buckets of one website that ended two days ago or more and are not packed, and how many rows each has. $1 website, $2 how many
-- buckets at most.
select
  b.grain::text as grain,
  b.bucket::text as bucket,
  (
    select count(*)::int
    from rollups
    where website_id = $1::int
      and level = any ('{website,campaign,variant,step,element}'::level[])
      and grain = b.grain
      and bucket = b.bucket
  ) as rows
from (
  select grain, bucket
  from rollups
  where website_id = $1::int
    and level = 'website'
    and not packed
    and {{ended}}
  order by grain, bucket
  limit $2::int
) as b
