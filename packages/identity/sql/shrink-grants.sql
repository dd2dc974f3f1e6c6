-- Removes the websites that a person may no longer see from the person's grants and tokens, and ends those that have no
-- website left, and the person's links of such websites. $1 user.
with
visible as (
  select website.id
  from account_members as member
  join websites as website on website.account_id = member.account_id
  where
    member.user_id = $1::int
    and (member.website_ids is null or website.id = any (member.website_ids))
),
kept as (
  select
    grant_id_hash,
    array(
      select id from visible where follows_person or id = any (website_ids) order by id
    ) as website_ids
  from grant_websites
  where user_id = $1::int
),
shrunk as (
  update grant_websites as bound
  set website_ids = kept.website_ids
  from kept
  where bound.grant_id_hash = kept.grant_id_hash and cardinality(kept.website_ids) > 0
),
unbound as (
  delete from grant_websites as bound using kept
  where bound.grant_id_hash = kept.grant_id_hash and cardinality(kept.website_ids) = 0
),
grants as (
  delete from authorization_records as record using kept
  where record.model = 'Grant' and record.id_hash = kept.grant_id_hash and cardinality(kept.website_ids) = 0
),
tokens as (
  delete from authorization_records as record using kept
  where record.grant_id_hash = kept.grant_id_hash and cardinality(kept.website_ids) = 0
),
links as (
  update share_links
  set revoked_at = now()
  where user_id = $1::int and revoked_at is null and website_id not in (select id from visible)
)
update personal_tokens as listed
set
  website_ids = case when cardinality(kept.website_ids) > 0 then kept.website_ids else listed.website_ids end,
  revoked_at = case when cardinality(kept.website_ids) = 0 then now() end
from kept
where listed.grant_id_hash = kept.grant_id_hash and listed.revoked_at is null
