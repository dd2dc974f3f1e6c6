-- Notes that grants were used, and from which networks. Returns the networks that a grant was not used from before; the first
-- network of a grant is not among them. $1 hashes of the grants, $2 a network for each, empty if unknown; $3 how many to remember.
-- Rows that another process is updating right now are skipped: the next use is only a minute away.
with
used as (
  select grant_id_hash, array_agg(distinct network) filter (where network <> '') as networks
  from unnest($1::text::bytea[], $2::text::text[]) as each_use (grant_id_hash, network)
  group by grant_id_hash
  order by grant_id_hash
),
known as (
  select grant_id_hash, last_used_at, networks from grant_uses
  where grant_id_hash in (select grant_id_hash from used)
  for no key update skip locked
),
first_uses as (
  insert into grant_uses (grant_id_hash, last_used_at, networks)
  select used.grant_id_hash, now(), coalesce(used.networks, '{}')
  from used
  where
    exists (select from authorization_records where model = 'Grant' and id_hash = used.grant_id_hash)
    and not exists (select from grant_uses as kept where kept.grant_id_hash = used.grant_id_hash)
  on conflict do nothing
),
next_uses as (
  update grant_uses as kept
  set
    last_used_at = now(),
    networks = array(
      select network
      from unnest(used.networks || known.networks) with ordinality as each_network (network, place)
      group by network
      order by min(place)
      limit $3::int
    )
  from known
  join used on used.grant_id_hash = known.grant_id_hash
  where
    kept.grant_id_hash = known.grant_id_hash
    and (known.last_used_at < now() - interval '1 minute' or not known.networks[1:1] @> coalesce(used.networks, '{}'))
)
select
  network,
  given.payload ->> 'clientId' as "clientId",
  coalesce(granted.website_ids, token.website_ids, '{}') as "websiteIds",
  granted.user_id as "userId",
  token.id as "tokenId"
from known
join used on used.grant_id_hash = known.grant_id_hash
cross join unnest(used.networks) as network
join authorization_records as given on given.model = 'Grant' and given.id_hash = known.grant_id_hash
left join grant_websites as granted on granted.grant_id_hash = known.grant_id_hash
left join personal_tokens as token on token.grant_id_hash = known.grant_id_hash
where cardinality(known.networks) > 0 and not known.networks @> array[network]
