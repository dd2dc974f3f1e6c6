-- On Citus: appends events of one website to the pending ones, those that claim-website-events.sql has returned. $1 the website,
-- $2..$11 arrays with an entry per event; empty if all entries are null, which unnest fills in.
insert into pending_events (
  website_id, day, type, campaign_id, variant_id, step_id, element_id, visitor, revenue, fields, products
)
select
  $1::int, date '1970-01-01' + e.day, e.type, e.campaign_id, e.variant_id, e.step_id, e.element_id, e.visitor, e.revenue, e.fields,
  e.products
from unnest(
  $2::text::int[],
  $3::text::event_type[],
  $4::text::int[],
  $5::text::int[],
  $6::text::int[],
  $7::text::int[],
  $8::text::int[],
  $9::text::numeric[],
  $10::text::jsonb[],
  $11::text::jsonb[]
) with ordinality as e (
  day, type, campaign_id, variant_id, step_id, element_id, visitor, revenue, fields, products, place
)
order by e.place
-- Without it Citus would use COPY, which row-level security forbids.
returning 1 as recorded
