-- One variant with its steps. $1 website, $2 variant.
select v.id, v.name, v.variation, v.traffic_percentage, coalesce((
  select json_agg(json_build_object('id', s.id, 'name', s.name, 'position', s.position) order by s.position, s.id)
  from steps s where s.website_id = $1::int and s.variant_id = v.id
), '[]') as funnel_steps
from variants v
where v.website_id = $1::int and v.id = $2::int
