-- Enters events into the ledger; returns those that were in it already. $1 websites, $2 event ids.
-- Two writers with the same event meet here: the second waits for the first to commit or fail. Always in
-- the same order, so that they cannot wait for each other.
with
asked as (
  select * from unnest($1::text::int[], $2::text::uuid[]) as e (website_id, event_id)
),
claimed as (
  insert into event_ledger (website_id, event_id)
  select website_id, event_id from asked order by event_id, website_id
  on conflict do nothing
  returning website_id, event_id
)
select website_id, event_id::text
from (select * from asked except all select * from claimed) as repeated
