-- Enters events into the ledger; returns those that were not in it. $1 websites, $2 event ids.
insert into event_ledger (website_id, event_id)
select * from unnest($1::text::int[], $2::text::uuid[])
on conflict do nothing
returning website_id, event_id::text
