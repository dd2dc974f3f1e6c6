-- Appends one event to the pending events if the ledger takes its id as new, and then returns a row. Half the work of append-events.sql: nothing is unnested, joined or sorted.
-- $9 the visitor's keys: without a secret, then with each of the secrets $14. The website decides which one counts; without its secret
-- there is none, and the row is refused.
-- $13 the websites of the token, as an array: stated before the first row is written, so that no other is.
with
stated as materialized (select set_config('funnel.websites', $13::text, true)),
-- Looks only after the websites are stated: it must depend on them, so that it is not evaluated first.
asked as materialized (select $1::int as website_id, $2::text::uuid as event_id from stated),
claimed as ({{claimed}})
insert into pending_events (
  website_id, day, type, campaign_id, variant_id, step_id, element_id, visitor, revenue, fields, products
)
select
  website_id, date '1970-01-01' + $3::int, $4::text::event_type, $5::int, $6::int, $7::int, $8::int,
  (
    select ($9::text::int[])[1 + case when w.visitor_secret is null then 0 else array_position($14::text::text[], w.visitor_secret) end]
    from websites w
    where w.id = claimed.website_id
  ),
  $10::text::numeric, $11::text::jsonb, $12::text::jsonb
from claimed
-- No column: the role of the event intake may not read here.
returning 1 as recorded
