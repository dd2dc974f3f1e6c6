-- Adds the digests that are due, one for each channel and week, and says when the next one is. $1 the first hour of Monday, in UTC, at which the
-- week before has been counted.
with due as (
  select
    id, time_zone, digest_hour,
    -- The Monday of the newest digest: after a pause only that one is sent.
    date_trunc('week', (now() - make_interval(hours => digest_hour)) at time zone time_zone)::date as monday
  from notification_channels
  where digest and next_digest_at <= now() and confirmed_at is not null and switched_off_at is null
  for update skip locked
),
added as (
  insert into notification_messages (channel_id, key, type)
  select id, 'digest ' || (monday - 7), 'digest.weekly' from due
  on conflict (channel_id, key) do nothing
)
update notification_channels as c
set next_digest_at = greatest(
  (due.monday + 7 + make_interval(hours => due.digest_hour)) at time zone due.time_zone,
  (due.monday + 7 + make_interval(hours => $1::int)) at time zone 'UTC'
)
from due
where c.id = due.id
returning c.id
