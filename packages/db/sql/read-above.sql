-- What a variant, step or element belongs to. $1 website, $2 level, $3 its id. A variant is not below itself, nor is a step.
select
  c.id as campaign_id,
  c.name as campaign_name,
  case when $2::text <> 'variant' then v.id end as variant_id,
  v.name as variant_name,
  v.variation,
  s.id as step_id,
  s.position as step_position,
  s.name as step_name
from variants v
join campaigns c on c.website_id = $1::int and c.id = v.campaign_id
left join steps s on s.website_id = $1::int and s.id = (
  select e.step_id from elements e where $2::text = 'element' and e.website_id = $1::int and e.id = $3::int
)
where v.website_id = $1::int and v.id = {{variant}}
