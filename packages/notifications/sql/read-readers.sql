-- Which channels may be told about which websites at the moment, and what they want to know. The only place that decides it.
-- $1 websites and $2 channels: only of these; null for all. Rights come from the account, so they end with the membership.
select
  c.id as "channelId",
  w.id as "websiteId",
  c.breaks,
  c.verdicts,
  c.digest,
  -- Only owners are told that nothing arrives.
  c.no_data and coalesce(m.role, 'owner') = 'owner' as "noData",
  array(
    select u.campaign_id from notification_mutes as u
    where u.channel_id = c.id and u.website_id = w.id and (u.until is null or u.until > now())
  ) as muted
from notification_channels as c
left join account_members as m on m.user_id = c.user_id
join websites as w on w.account_id = coalesce(c.account_id, m.account_id)
where c.confirmed_at is not null and c.switched_off_at is null and not w.archived
  and (m.website_ids is null or w.id = any (m.website_ids))
  and (c.website_ids is null or w.id = any (c.website_ids))
  and ($1::int[] is null or w.id = any ($1::int[]))
  -- Not "or": the channels of a claim are looked up, and no others read.
  and c.id = any (coalesce($2::int[], array(select id from notification_channels)))
