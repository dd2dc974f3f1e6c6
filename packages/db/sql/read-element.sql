-- One element. $1 website, $2 element.
select id, step_id, element_type, position
from elements
where website_id = $1::int and id = $2::int
