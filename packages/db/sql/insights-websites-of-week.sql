-- Websites that were there in a week: made before its end, or with events up to then.
-- $1 the week's Monday, $2 one website alone, or null for all.
select w.id
from websites w
left join website_activity a on a.website_id = w.id
where ($2::int is null or w.id = $2::int)
  and least(a.first_day, (w.created_at at time zone 'UTC')::date) <= $1::text::date + 6
order by w.id
