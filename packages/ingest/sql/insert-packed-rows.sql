-- Writes rows of packed ids. $1 the website, $2 the slice, $3 the first ids, $4 the ids and $5 their days, each an array with an
-- entry per row; an entry of $4 and $5 is an array again.
insert into packed_event_ids (website_id, slice, first_id, event_ids, recorded_on, packed_at)
select $1::int, $2::int, r.first_id::uuid, r.event_ids::uuid[], r.recorded_on::date[], now()
from unnest($3::text::text[], $4::text::text[], $5::text::text[]) as r (first_id, event_ids, recorded_on)
-- Without it Citus would use COPY, which row-level security forbids.
returning 1 as packed
