-- Those of the websites that have a bucket to pack: one that ended two days ago or more. $1 websites.
select distinct website_id
from rollups
where website_id = any ($1::int[])
  and level = 'website'
  and not packed
  and {{ended}}
