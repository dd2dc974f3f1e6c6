-- Enters events into the ledger. Returns the duplicates: events that were in it before. $1 websites, $2 event ids.
-- Of two writers with the same event, the second waits until the first commits or rolls back. The order is always
-- the same, so that they cannot deadlock.
with
asked as (
  select * from unnest($1::text::int[], $2::text::uuid[]) as e (website_id, event_id)
),
claimed as (
  insert into event_ledger (website_id, event_id)
  select website_id, event_id from asked order by website_id, event_id
  on conflict do nothing
  returning website_id, event_id
)
select website_id, event_id::text
from (select * from asked except all select * from claimed) as repeated
