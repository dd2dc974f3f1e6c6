-- When the newest event of all websites was recorded, folded or still pending, in seconds since 1970; null if there is none.
select
  extract(epoch from greatest(
    (select max(last_recorded_at) from website_activity),
    (select max(recorded_at) from pending_events)
  ))::float8 as recorded_at
