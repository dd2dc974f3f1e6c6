-- Ends an episode, and drops what nobody was told yet. $1 episode, $2 how, $3 the time.
with ended as (
  update notification_episodes set ended_at = $3::timestamptz, ended_how = $2::text
  where id = $1::text::uuid and ended_at is null
)
update notification_messages
set done_at = now(), outcome = 'dropped', answer = 'it was over before this was sent'
where episode_id = $1::text::uuid and done_at is null and attempts = 0
