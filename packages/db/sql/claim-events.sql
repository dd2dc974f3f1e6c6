-- Enters events into the ledger; returns those that were not in it. $1 websites, $2 event ids.
-- Two writers with the same event meet here: the second waits for the first to commit or fail. Always in
-- the same order, so that they cannot wait for each other.
insert into event_ledger (website_id, event_id)
select e.website_id, e.event_id
from unnest($1::text::int[], $2::text::uuid[]) as e (website_id, event_id)
order by e.event_id, e.website_id
on conflict do nothing
returning website_id, event_id::text
