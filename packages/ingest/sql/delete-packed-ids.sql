-- Deletes the ids from the ledger that have been packed for half a day: no claim that is still under way has begun before.
-- $1 the website, $2 the slice, $3 the first row of the part, $4 the first row after it, or null. $5 the days for which ids are
-- kept: pruning deletes those that are older, and the two must not wait for each other. The ids of packed rows lie between the two
-- rows: without saying so, each part could read the whole ledger.
delete from event_ledger
where website_id = $1::int
  and recorded_on >= (select now()::date - $5::int)
  and event_id >= $3::text::uuid
  and ($4::text is null or event_id < $4::text::uuid)
  and event_id in (
    select unnest(p.event_ids)
    from packed_event_ids p
    where p.website_id = $1::int and p.slice = $2::int and p.first_id >= $3::text::uuid
      and ($4::text is null or p.first_id < $4::text::uuid)
      and p.packed_at < (select now() - interval '12 hours')
  )
