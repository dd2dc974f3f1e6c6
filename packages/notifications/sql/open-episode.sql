-- Opens an episode, unless one is open already. $1 website, $2 kind, $3 campaign, $4 first day, $5 message, $6 the time.
insert into notification_episodes (website_id, kind, campaign_id, began, payload, opened_at, seen_at)
values ($1::int, $2::text, $3::int, $4::text::date, $5::text::jsonb, $6::timestamptz, $6::timestamptz)
on conflict (website_id, kind, campaign_id) where ended_at is null do nothing
returning id::text as id
