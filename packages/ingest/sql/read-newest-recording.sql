-- When the newest event of all websites was recorded, folded or still pending, in seconds since 1970; null if there is none.
-- $1 on Citus the websites of one machine; otherwise null.
select
  extract(epoch from greatest(
    (select max(last_recorded_at) from website_activity where $1::int[] is null or website_id = any ($1::int[])),
    (select max(recorded_at) from pending_events where $1::int[] is null or website_id = any ($1::int[]))
  ))::float8 as recorded_at
