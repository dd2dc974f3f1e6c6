-- An access token, the websites it was granted, and those of them that its owner may still see. $1 hash of the token.
-- A service token has no owner: its websites are stored with the token, and it may use those that still exist.
select
  record.payload,
  coalesce(granted.website_ids, '{}') as "grantedIds",
  coalesce(held.website_ids, '{}') as "websiteIds"
from authorization_records as record
left join lateral (
  select user_id, website_ids from grant_websites where grant_id_hash = record.grant_id_hash
  union all
  select user_id, website_ids from personal_tokens where token_hash = record.id_hash and user_id is null
) as granted on true
left join lateral (
  select array_agg(website.id order by website.id) as website_ids
  from websites as website
  where website.id = any (granted.website_ids) and (
    granted.user_id is null
    or exists (
      select from account_members as member
      where member.user_id = granted.user_id and member.account_id = website.account_id
    )
  )
) as held on true
where
  record.model = 'AccessToken'
  and record.id_hash = $1::bytea
  and (record.expires_at is null or record.expires_at > now())
