-- On Citus: enters events of one website into the ledger, those that find-packed-events.sql has not found, and returns those that
-- were not in it. $1 the website, $2 event ids, as an array. Only the machine of the website is asked; with a WITH clause, as in
-- append-events.sql, it would be all machines. The ledger is always entered in the same order, so that two writers cannot deadlock.
insert into event_ledger (website_id, event_id)
select $1::int, e.event_id
from unnest($2::text::uuid[]) as e (event_id)
order by e.event_id
on conflict do nothing
returning event_id::text as event_id
