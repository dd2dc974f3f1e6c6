-- The pending events of websites. $1 websites, $2 for each the first transaction whose events are wanted. $3 the website if
-- there is only one, so that Citus asks the machine that has it; otherwise null.
select
  p.website_id,
  p.revision,
  p.day - date '1970-01-01' as day,
  p.type,
  p.campaign_id,
  p.variant_id,
  p.step_id,
  p.element_id,
  p.visitor,
  case when p.type = 'order' then p.revenue::text end as revenue
from unnest($1::text::int[], $2::text::bigint[]) as w (website_id, revision)
cross join lateral (
  select *
  from pending_events
  where website_id = w.website_id and revision >= w.revision and ($3::int is null or website_id = $3::int)
  offset 0
) as p
