-- The campaigns of a website. $1 website.
select id, name, cta_type, status
from campaigns
where website_id = $1::int
order by id
