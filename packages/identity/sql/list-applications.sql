-- The applications that people have allowed: grants that live, but for those of our own clients. $1 user, or null for all;
-- $2 these clients.
select
  encode(granted.grant_id_hash, 'hex') as id,
  granted.user_id as "userId",
  person.email,
  given.payload ->> 'clientId' as "clientId",
  (
    select client.payload ->> 'client_name' from authorization_records as client
    where
      client.model in ('Client', 'ClientMetadata')
      and client.id_hash = sha256(convert_to(given.payload ->> 'clientId', 'UTF8'))
    limit 1
  ) as name,
  granted.website_ids as "websiteIds",
  coalesce(given.payload -> 'resources', '{}') as resources,
  granted.created_at as "createdAt",
  given.expires_at as "expiresAt",
  used.last_used_at as "lastUsedAt",
  used.networks[1] as "lastAddress"
from grant_websites as granted
join authorization_records as given on given.model = 'Grant' and given.id_hash = granted.grant_id_hash
join users as person on person.id = granted.user_id
left join grant_uses as used on used.grant_id_hash = granted.grant_id_hash
where
  ($1::int is null or granted.user_id = $1::int)
  and given.expires_at > now()
  and given.payload ->> 'clientId' <> all ($2::text::text[])
order by granted.created_at desc, granted.grant_id_hash
