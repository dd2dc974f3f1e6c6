-- The live campaigns of some websites with more than one variant that gets visitors. $1 websites.
select
  c.website_id, c.id, c.name,
  json_agg(json_build_object('id', v.id, 'name', v.name, 'variation', v.variation) order by v.variation, v.id) as variants
from campaigns as c
join variants as v on v.website_id = c.website_id and v.campaign_id = c.id and v.traffic_percentage > 0
where c.website_id = any ($1::int[]) and c.status = 'live'
group by c.website_id, c.id, c.name
having count(*) > 1
order by c.website_id, c.id
