-- The steps of a website's variants, in the order of the funnel. $1 website.
select id, variant_id, position
from steps
where website_id = $1::int
order by position, id
