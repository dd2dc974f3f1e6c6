-- How many events are pending, and for how long the oldest of them has been, in milliseconds. $1 websites whose age does not
-- matter, as an array. $2 on Citus the websites of one machine; otherwise null.
select
  count(*)::int as events,
  coalesce(
    extract(epoch from now() - min(recorded_at) filter (where website_id <> all ($1::text::int[]))) * 1000,
    0
  )::int8 as age_ms
from pending_events
where $2::int[] is null or website_id = any ($2::int[])
