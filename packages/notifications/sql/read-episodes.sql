-- The open episodes of some websites, and those that ended lately. $1 websites, $2 kind, $3 since when.
select
  id::text as id, website_id as "websiteId", campaign_id as "campaignId", payload -> 'campaign' ->> 'name' as "campaignName",
  payload ->> 'what' as what, began - date '1970-01-01' as began, opened_at, ended_at, fixed_at
from notification_episodes
where website_id = any ($1::int[]) and kind = $2::text and (ended_at is null or ended_at > $3::timestamptz)
order by website_id, campaign_id, opened_at
