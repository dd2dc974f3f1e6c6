-- Notes that an episode lasts, or lasts again. $1 episode, $2 message as it is now, $3 the time.
update notification_episodes
set seen_at = $3::timestamptz, payload = $2::text::jsonb, ended_at = null, ended_how = null
where id = $1::text::uuid
