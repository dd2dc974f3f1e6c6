-- Removes the oldest pending events of a website and returns them. $1 website, $2 how many at most, $3 how many bytes of fields
-- and products at most; one event in any case. is_cut: whether there are more because of the bytes.
with
oldest as (
  select
    revision,
    id,
    row_number() over by_age as place,
    sum(coalesce(octet_length(fields::text), 0) + coalesce(octet_length(products::text), 0)) over by_age as bytes
  from pending_events
  where website_id = $1::int
  window by_age as (order by revision, id rows unbounded preceding)
  order by revision, id
  limit $2::int
),
taken as (
  select revision, id from oldest where bytes <= $3::int or place = 1
),
cut as (
  select count(*) < (select count(*) from oldest) as is_cut from taken
)
delete from pending_events p
using taken t, cut c
where p.website_id = $1::int and p.revision = t.revision and p.id = t.id
returning
  p.revision,
  p.id,
  p.day - date '1970-01-01' as day,
  p.type,
  p.campaign_id,
  p.variant_id,
  p.step_id,
  p.element_id,
  p.visitor,
  p.revenue::text as revenue,
  p.fields,
  p.products,
  p.recorded_at,
  c.is_cut
