-- The variants of a website's campaigns, as its lists show them. $1 website.
select id, campaign_id, name, variation, traffic_percentage
from variants
where website_id = $1::int
order by variation, id
