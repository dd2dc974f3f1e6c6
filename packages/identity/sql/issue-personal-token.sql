-- Creates a token for a user or, without one, for a service: grant, token, websites and list entry in one statement.
-- Nothing is written unless every website exists and the user may create tokens for it; then the statement returns no row.
-- $1 user or null, $2 subject, $3 name, $4 websites, $5 scopes, $6 resource, $7 life in seconds, $8 client,
-- $9 hash of the token, $10 grant id, $11 its hash, $12 what the list shows of the token.
with
asked as (
  select array(select distinct id from unnest($4::text::int[]) as id order by id) as website_ids
),
grantable as (
  select website.id
  from websites as website
  where website.id = any ((select website_ids from asked)::int[]) and (
    $1::int is null
    or exists (
      select from account_members as member
      where
        member.user_id = $1::int
        and member.account_id = website.account_id
        and member.role <> 'reader'
        and (member.website_ids is null or website.id = any (member.website_ids))
    )
  )
  order by website.id
  for no key update of website
),
issue as (
  select
    website_ids,
    $9::bytea as token_hash,
    $11::bytea as grant_id_hash,
    now() + make_interval(secs => $7::float8) as expires_at,
    jsonb_build_object(
      'clientId', $8::text,
      'accountId', $2::text,
      'iat', floor(extract(epoch from now()))::bigint,
      'exp', floor(extract(epoch from now()))::bigint + $7::bigint
    ) as common
  from asked
  where cardinality(website_ids) > 0 and cardinality(website_ids) = (select count(*) from grantable)
),
grants as (
  insert into authorization_records (model, id_hash, payload, expires_at)
  select
    'Grant', grant_id_hash,
    common || jsonb_build_object(
      'kind', 'Grant', 'resources', jsonb_build_object($6::text, array_to_string($5::text::text[], ' '))
    ),
    expires_at
  from issue
),
tokens as (
  insert into authorization_records (model, id_hash, grant_id_hash, payload, expires_at)
  select
    'AccessToken', token_hash, grant_id_hash,
    common || jsonb_build_object(
      'kind', 'AccessToken', 'gty', 'personal_token', 'grantId', $10::text, 'aud', $6::text,
      'scope', array_to_string($5::text::text[], ' ')
    ),
    expires_at
  from issue
),
bound as (
  insert into grant_websites (grant_id_hash, user_id, website_ids)
  select grant_id_hash, $1::int, website_ids from issue where $1::int is not null
)
insert into personal_tokens (
  user_id, name, website_ids, scopes, resource, token_hash, hint, grant_id_hash, expires_at
)
select $1::int, $3::text, website_ids, $5::text::text[], $6::text, token_hash, $12::text, grant_id_hash, expires_at
from issue
returning id, expires_at, website_ids
