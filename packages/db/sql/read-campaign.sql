-- One campaign with its variants. $1 website, $2 campaign.
select c.id, c.name, c.cta_type, c.status, coalesce((
  select json_agg(
    json_build_object('id', v.id, 'name', v.name, 'variation', v.variation, 'traffic_percentage', v.traffic_percentage)
    order by v.variation, v.id
  )
  from variants v where v.website_id = $1::int and v.campaign_id = c.id
), '[]') as variants
from campaigns c
where c.website_id = $1::int and c.id = $2::int
