-- Creates a share link with a grant of its own. Nothing is written unless the person may share the website; then the statement returns no
-- row. $1 user, $2 subject, $3 name, $4 website, $5 campaign or null, $6 scope, $7 resource, $8 life in seconds, $9 client, $10 hash of the
-- secret, $11 hash of the password or null, $12 hash of the grant id.
with
shared as (
  select website.id, website.account_id, now() + make_interval(secs => $8::float8) as expires_at
  from websites as website
  join account_members as member on member.account_id = website.account_id
  where
    website.id = $4::int
    and member.user_id = $1::int
    and member.role <> 'reader'
    and (member.website_ids is null or website.id = any (member.website_ids))
  for no key update of website
),
grants as (
  insert into authorization_records (model, id_hash, payload, expires_at)
  select
    'Grant', $12::bytea,
    jsonb_build_object(
      'kind', 'Grant', 'clientId', $9::text, 'accountId', $2::text,
      'iat', floor(extract(epoch from now()))::bigint,
      'exp', floor(extract(epoch from expires_at))::bigint,
      'resources', jsonb_build_object($7::text, $6::text)
    ),
    expires_at
  from shared
),
bound as (
  insert into grant_websites (grant_id_hash, user_id, website_ids)
  select $12::bytea, $1::int, array[id] from shared
)
insert into share_links (
  account_id, user_id, name, website_id, campaign_id, secret_hash, password_hash, grant_id_hash, expires_at
)
select account_id, $1::int, $3::text, id, $5::int, $10::bytea, $11::text, $12::bytea, expires_at
from shared
returning id, account_id, expires_at
