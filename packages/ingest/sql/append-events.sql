-- Appends those events to the pending events whose ids the ledger takes as new. Returns the places of the others.
-- $1..$12 arrays with an entry per event; empty if all entries are null, which unnest fills in.
-- $9 the visitors' keys: for each event that without a secret, then those with each of the secrets $14. The website decides which one counts;
-- without its secret there is none, and the row is refused.
-- $13 the websites of the token, as an array: stated before the first row is written, so that no other is.
with
stated as materialized (select set_config('funnel.websites', $13::text, true)),
-- Read as subqueries, once: as a column, they would be in every row.
given as materialized (select $9::text::int[] as visitors, $14::text::text[] as secrets),
asked as (
  select e.*
  from stated
  cross join unnest(
    $1::text::int[],
    $2::text::uuid[],
    $3::text::int[],
    $4::text::event_type[],
    $5::text::int[],
    $6::text::int[],
    $7::text::int[],
    $8::text::int[],
    $10::text::numeric[],
    $11::text::jsonb[],
    $12::text::jsonb[]
  ) with ordinality as e (
    website_id, event_id, day, type, campaign_id, variant_id, step_id, element_id, revenue, fields, products,
    place
  )
),
hashes as materialized (
  select
    a.website_id,
    1 + (select cardinality(secrets) from given) as keys,
    (
      select case when w.visitor_secret is null then 1 else 1 + array_position((select secrets from given), w.visitor_secret) end
      from websites w
      where w.id = a.website_id
    ) as chosen
  from (select distinct website_id from asked) as a
),
claimed as ({{claimed}}),
appended as (
  insert into pending_events (
    website_id, day, type, campaign_id, variant_id, step_id, element_id, visitor, revenue, fields, products
  )
  select
    a.website_id, date '1970-01-01' + a.day, a.type, a.campaign_id, a.variant_id, a.step_id, a.element_id,
    ((select visitors from given))[(a.place - 1) * h.keys + h.chosen], a.revenue, a.fields, a.products
  from asked a
  join claimed using (website_id, event_id)
  join hashes h using (website_id)
  order by a.website_id, a.place
  -- Without it Citus would use COPY, which row-level security forbids.
  returning 1
)
-- Almost always all are new: then nothing is compared.
select a.place::int as place
from asked a
where (select count(*) from claimed) < (select count(*) from asked)
  and not exists (select from claimed c where c.website_id = a.website_id and c.event_id = a.event_id)
