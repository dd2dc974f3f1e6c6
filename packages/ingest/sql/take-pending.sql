-- Removes the oldest pending events of a website and returns them. $1 website, $2 how many at most.
-- Up to the key of the last one, and not by a join: the table is often empty when PostgreSQL looks at its size, and a join with
-- what it takes for one row then compares every event with every other.
delete from pending_events p
where p.website_id = $1::int
  and (p.revision, p.id) <= (
    select l.revision, l.id
    from (
      select o.revision, o.id
      from pending_events o
      where o.website_id = $1::int
      order by o.revision, o.id
      limit $2::int
    ) as l
    order by l.revision desc, l.id desc
    limit 1
  )
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
