-- Access tokens with their grants, clients and websites, in one read; of a refresh token only that it is one.
-- $1 hashes of the tokens, $2 the clients that exist without a record.
-- A grant that follows its person covers what the person may see now, and counts for nothing while an account of the person requires
-- a stronger sign-in than it came from: see sign-in-strength.ts.
-- A service token has no owner: its websites are stored in the list of tokens, and it may use those that still exist.
-- "grantedCount" is null for it, because nothing needs to be removed from a grant. A token that is not
-- owned was that of a person who no longer exists.
-- A view token of a share link counts only while its link is active: the REST API revokes links and cannot end grants.
select
  record.model,
  record.id_hash as "tokenHash",
  record.payload,
  to_timestamp((record.payload -> 'exp')::float8) > now()
  and exists (
    select from authorization_records as given
    where
      given.model = 'Grant'
      and given.id_hash = record.grant_id_hash
      and given.expires_at > now()
      and to_timestamp((given.payload -> 'exp')::float8) > now()
      and given.payload -> 'clientId' is not distinct from record.payload -> 'clientId'
      and given.payload -> 'accountId' is not distinct from record.payload -> 'accountId'
      and (
        coalesce((given.payload ->> 'isStrong')::boolean, true)
        or not exists (
          select from account_members as member
          join accounts as account on account.id = member.account_id
          where
            member.user_id = granted.user_id
            and account.second_factor_required
            and account.id is distinct from (given.payload ->> 'companyAccountId')::int
        )
      )
  ) as "isActive",
  -- Not "exists" here: PostgreSQL would read the ids of all clients to look one up.
  record.payload ->> 'clientId' = any ($2::text::text[])
  or coalesce((
    select true from authorization_records as client
    where
      client.model in ('Client', 'ClientMetadata')
      and client.id_hash = sha256(convert_to(record.payload ->> 'clientId', 'UTF8'))
      and (client.expires_at is null or client.expires_at > now())
    limit 1
  ), false) as "hasClient",
  granted.website_ids is not null as "isOwned",
  case
    when granted.follows_person then (
      select
        jsonb_build_object(
          'all_websites', true, 'email', person.email, 'email_verified', person.email_verified_at is not null
        )
      from users as person
      where person.id = granted.user_id
    )
  end as "personClaims",
  case
    when granted.user_id is not null and not granted.follows_person then cardinality(granted.website_ids)
  end as "grantedCount",
  case
    when granted.follows_person then array(
      select website.id
      from account_members as member
      join websites as website on website.account_id = member.account_id
      where
        member.user_id = granted.user_id
        and (member.website_ids is null or website.id = any (member.website_ids))
      order by website.id
    )
    else array(
      select website.id
      from websites as website
      where website.id = any (granted.website_ids) and (
        granted.user_id is null
        or exists (
          select from account_members as member
          where
            member.user_id = granted.user_id
            and member.account_id = website.account_id
            and (member.website_ids is null or website.id = any (member.website_ids))
        )
      )
      order by website.id
    )
  end as "websiteIds"
from authorization_records as record
left join lateral (
  select user_id, website_ids, follows_person from grant_websites where grant_id_hash = record.grant_id_hash
  union all
  select user_id, website_ids, false from personal_tokens
  where grant_id_hash = record.grant_id_hash and user_id is null
) as granted on true
where
  record.model in ('AccessToken', 'RefreshToken')
  and record.id_hash = any ($1::text::bytea[])
  and (record.expires_at is null or record.expires_at > now())
  and (
    record.payload ->> 'gty' is distinct from 'view'
    or not exists (
      select from share_links as link
      where
        link.grant_id_hash = record.grant_id_hash
        and not share_link_is_active(link.account_id, link.user_id, link.website_id, link.expires_at, link.revoked_at)
    )
  )
