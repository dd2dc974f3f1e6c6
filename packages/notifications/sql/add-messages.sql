-- Adds one message for each channel that has none with this key. $1 channels, $2 key, $3 type, $4 website, $5 campaign or null, $6 episode,
-- $7 message. $8 a key: only for channels that were told that; null for all.
insert into notification_messages (channel_id, key, type, website_id, campaign_id, episode_id, payload)
select c.id, $2::text, $3::text, $4::int, $5::int, $6::text::uuid, $7::text::jsonb
from unnest($1::int[]) as c (id)
where $8::text is null or exists (
  select from notification_messages as told
  where told.channel_id = c.id and told.key = $8::text
    and (told.outcome = 'sent' or (told.done_at is null and told.attempts > 0))
)
on conflict (channel_id, key) do nothing
returning channel_id
