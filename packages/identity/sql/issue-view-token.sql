-- Creates an access token that shows one website, or one campaign of it, of a grant. It has the client and the subject of the grant, and
-- ends no later. No row if the grant has ended or is not for the resource.
-- $1 hash of the token, $2 grant id, $3 its hash, $4 resource, $5 scope, $6 life in seconds, $7 website, $8 campaign or null.
insert into authorization_records (model, id_hash, grant_id_hash, payload, expires_at)
select
  'AccessToken',
  $1::bytea,
  given.id_hash,
  jsonb_build_object(
    'kind', 'AccessToken', 'gty', 'view', 'grantId', $2::text, 'aud', $4::text, 'scope', $5::text, 'shows', jsonb_strip_nulls(jsonb_build_object('websiteId', $7::int, 'campaignId', $8::int)),
    'clientId', given.payload -> 'clientId',
    'accountId', given.payload -> 'accountId',
    'iat', floor(extract(epoch from now()))::bigint,
    'exp', floor(extract(epoch from ends.at))::bigint
  ),
  ends.at
from authorization_records as given
cross join lateral (
  select least(now() + make_interval(secs => $6::float8), given.expires_at) as at
) as ends
where
  given.model = 'Grant'
  and given.id_hash = $3::bytea
  and given.expires_at > now()
  and given.payload -> 'resources' ? $4::text
returning expires_at
