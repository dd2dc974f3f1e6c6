-- The campaign of a variant, step or element. $1 website, $2 level, $3 its id.
select v.campaign_id
from variants v
where v.website_id = $1::int and v.id = {{variant}}
