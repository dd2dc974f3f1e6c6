-- When each day of a website was written last. $1 website, $2 and $3 first and last day. Whatever is counted for a campaign is counted
-- for its website too, so a day whose revision is known has not changed.
select bucket - date '1970-01-01' as day, revision
from rollups
where website_id = $1::int and level = 'website' and grain = 'day'
  and bucket between $2::text::date and $3::text::date and subject_id = $1::int
