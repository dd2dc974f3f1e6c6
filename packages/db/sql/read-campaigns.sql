-- Campaigns of a website, newest first. $1 website, $2 status or null, $3 cta_type or null.
select id, name, cta_type, status, created_at, published_at
from campaigns
where website_id = $1::int
  and ($2::text is null or status = $2)
  and ($3::text is null or cta_type = $3)
order by created_at desc, id desc
