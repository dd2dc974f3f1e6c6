-- Makes the grant of a link that is active, unless it has one: who makes links may not write grants. It covers the website of the link,
-- also if its maker had lost the website for a while. $1 hash of the secret, $2 hash of the grant id, $3 scope, $4 resource, $5 client.
with
link as (
  select user_id, website_id, grant_id_hash, expires_at from share_links
  where
    secret_hash = $1::bytea
    and grant_id_hash = $2::bytea
    and share_link_is_active(account_id, user_id, website_id, expires_at, revoked_at)
),
given as (
  insert into authorization_records (model, id_hash, payload, expires_at)
  select
    'Grant', grant_id_hash,
    jsonb_build_object(
      'kind', 'Grant', 'clientId', $5::text, 'accountId', user_id::text,
      'iat', floor(extract(epoch from now()))::bigint,
      'exp', floor(extract(epoch from expires_at))::bigint,
      'resources', jsonb_build_object($4::text, $3::text)
    ),
    expires_at
  from link
  on conflict (model, id_hash) do nothing
)
insert into grant_websites (grant_id_hash, user_id, website_ids)
select grant_id_hash, user_id, array[website_id] from link
on conflict (grant_id_hash) do update set website_ids = excluded.website_ids
where grant_websites.website_ids <> excluded.website_ids
