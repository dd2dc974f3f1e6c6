-- One step with its elements. $1 website, $2 step.
select s.id, s.name, s.position, coalesce((
  select json_agg(
    json_build_object('id', e.id, 'element_type', e.element_type, 'name', e.name, 'position', e.position) order by e.position, e.id
  )
  from elements e where e.website_id = $1::int and e.step_id = s.id
), '[]') as elements
from steps s
where s.website_id = $1::int and s.id = $2::int
