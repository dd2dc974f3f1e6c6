-- The variants of the campaigns of a website that are not archived. $1 website.
select
  v.id,
  v.campaign_id,
  v.name,
  v.variation,
  v.traffic_percentage,
  round(date_part('epoch', v.created_at) * 1000) as created_at,
  round(date_part('epoch', v.updated_at) * 1000) as updated_at
from variants v
join campaigns c on c.website_id = v.website_id and c.id = v.campaign_id
where v.website_id = $1::int and c.status <> 'archived'
order by v.campaign_id, v.variation, v.id
