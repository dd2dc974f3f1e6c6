-- Ends everything that is open on some websites, and drops what nobody was told yet. $1 websites, $2 how, $3 the time.
with ended as (
  update notification_episodes set ended_at = $3::timestamptz, ended_how = $2::text
  where website_id = any ($1::int[]) and ended_at is null
  returning id
),
dropped as (
  update notification_messages as m
  set done_at = now(), outcome = 'dropped', answer = 'it was over before this was sent'
  from ended
  where m.episode_id = ended.id and m.done_at is null and m.attempts = 0
)
select count(*)::int as count from ended
