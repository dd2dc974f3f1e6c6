-- How many events are pending, and for how long the oldest of them has been, in milliseconds.
select
  count(*)::int as events,
  coalesce(extract(epoch from now() - min(recorded_at)) * 1000, 0)::int8 as age_ms
from pending_events
