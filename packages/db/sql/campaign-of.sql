-- The campaign of a variant, step or element. $1 website, $2 level, $3 its id.
select v.campaign_id
from variants v
where v.website_id = $1::int and v.id = case $2::text
  when 'variant' then $3::int
  when 'step' then (select s.variant_id from steps s where s.website_id = $1::int and s.id = $3::int)
  else (
    select s.variant_id
    from elements e
    join steps s on s.website_id = e.website_id and s.id = e.step_id
    where e.website_id = $1::int and e.id = $3::int
  )
end
