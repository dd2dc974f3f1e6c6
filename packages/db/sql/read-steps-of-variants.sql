-- The funnel steps of some variants of a website, in order. $1 website, $2 array of variants.
select variant_id, id, name, position
from steps
where website_id = $1::int and variant_id = any ($2::text::int[])
order by position, id
