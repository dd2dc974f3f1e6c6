-- Live campaigns with at least two variants that get traffic, newest first, with these variants.
-- $1 website, $2 the maximum number of campaigns.
with running as (
  select v.website_id, v.campaign_id, json_agg(
    json_build_object('id', v.id, 'name', v.name, 'variation', v.variation, 'traffic_percentage', v.traffic_percentage)
    order by v.variation, v.id
  ) as variants
  from variants v
  where v.website_id = $1::int and v.traffic_percentage > 0
  group by v.website_id, v.campaign_id
  having count(*) >= 2
)
select c.id, c.name, c.cta_type, r.variants
from running r
join campaigns c on c.website_id = r.website_id and c.id = r.campaign_id
where c.website_id = $1::int and c.status = 'live'
order by c.created_at desc, c.id desc
limit $2::int
