-- Ends grants and tokens for websites of an account no later than so many days after they were made. $1 account, $2 days.
with
bound as (
  select granted.grant_id_hash
  from grant_websites as granted
  where granted.website_ids && array(select id from websites where account_id = $1::int)
  union
  select listed.grant_id_hash
  from personal_tokens as listed
  where
    listed.user_id is null
    and listed.revoked_at is null
    and listed.website_ids && array(select id from websites where account_id = $1::int)
),
too_long as (
  select record.model, record.id_hash, record.created_at + make_interval(days => $2::int) as ends_at
  from authorization_records as record
  join bound on (record.model = 'Grant' and record.id_hash = bound.grant_id_hash)
    or (record.model = 'AccessToken' and record.grant_id_hash = bound.grant_id_hash)
  where record.expires_at > record.created_at + make_interval(days => $2::int)
),
shortened as (
  update authorization_records as record
  set
    expires_at = too_long.ends_at,
    payload = record.payload
      || jsonb_build_object('exp', floor(extract(epoch from too_long.ends_at))::bigint)
  from too_long
  where record.model = too_long.model and record.id_hash = too_long.id_hash
),
links as (
  update share_links
  set expires_at = created_at + make_interval(days => $2::int)
  where
    website_id in (select id from websites where account_id = $1::int)
    and revoked_at is null
    and expires_at > created_at + make_interval(days => $2::int)
)
update personal_tokens as listed
set expires_at = listed.created_at + make_interval(days => $2::int)
from bound
where
  listed.grant_id_hash = bound.grant_id_hash
  and listed.revoked_at is null
  and listed.expires_at > listed.created_at + make_interval(days => $2::int)
