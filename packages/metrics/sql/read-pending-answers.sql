-- The field answers and products of an element's pending events, in the order of recording. $1 website, $2 element,
-- $3 and $4 the first and the last day.
select day - date '1970-01-01' as day, visitor, fields, products
from pending_events
where website_id = $1::int
  and element_id = $2::int
  and day between $3::text::date and $4::text::date
  and (fields is not null or products is not null)
order by revision, id
