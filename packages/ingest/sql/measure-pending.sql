-- How many of the oldest pending events of a website to take at once; one in any case, if there is one. $1 website, $2 how many
-- at most, $3 how many bytes of fields and products at most. is_cut: whether more are left because of the bytes.
-- A statement of its own: as a part of take-pending.sql it made that one quadratic.
select
  least(count(*), greatest(1, count(*) filter (where bytes <= $3::int)))::int as events,
  count(*) > greatest(1, count(*) filter (where bytes <= $3::int)) as is_cut
from (
  select
    sum(coalesce(octet_length(fields::text), 0) + coalesce(octet_length(products::text), 0)) over (
      order by revision, id rows unbounded preceding
    ) as bytes
  from pending_events
  where website_id = $1::int
  order by revision, id
  limit $2::int
) as oldest
