-- Removes the oldest pending events of a website and returns them. $1 website, $2 how many at most.
with taken as (
  select revision, id
  from pending_events
  where website_id = $1::int
  order by revision, id
  limit $2::int
)
delete from pending_events p
using taken t
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
  p.recorded_at
