-- The first OAuth token of a website ends its legacy key (spec 5.6). $1 hash of the grant id (hex).
-- Locked in the order of their ids, so that two tokens cannot wait for each other.
update websites
set api_key_ended_at = now()
where id in (
  select website.id
  from grant_websites as granted
  join account_members as member on member.user_id = granted.user_id
  join websites as website on website.account_id = member.account_id and website.id = any (granted.website_ids)
  where granted.grant_id_hash = decode($1::text, 'hex') and website.api_key_ended_at is null
  order by website.id
  for no key update of website
)
