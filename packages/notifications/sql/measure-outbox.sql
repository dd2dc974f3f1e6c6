-- How many messages are due, and for how many seconds the oldest has been; how many channels fail, and how many there are. What is being tried
-- now is not due, nor is what claim-messages.sql holds back: in quiet hours, and behind an earlier message of the same episode.
select
  count(m.id)::int as due,
  coalesce(extract(epoch from now() - min(m.due_at)), 0)::float8 as oldest_seconds,
  (
    select count(*)::int from notification_channels
    where failing_since is not null and confirmed_at is not null and switched_off_at is null
  ) as failing,
  (
    select count(*)::int from notification_channels
    where confirmed_at is not null and switched_off_at is null
  ) as channels
from notification_messages as m
join notification_channels as c on c.id = m.channel_id
where m.done_at is null and m.due_at <= now()
  and (
    m.type like 'channel.%'
    or c.quiet_from is null
    or (24 + extract(hour from now() at time zone c.time_zone)::int - c.quiet_from) % 24
      >= (24 + c.quiet_to - c.quiet_from) % 24
  )
  and not exists (
    select from notification_messages as earlier
    where earlier.episode_id = m.episode_id and earlier.channel_id = m.channel_id
      and earlier.done_at is null and earlier.created_at < m.created_at
  )
