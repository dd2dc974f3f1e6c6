-- Ends the sessions, grants and tokens of a person. $1 user. The list entries of tokens and share links stay, marked as revoked.
with
ended as (
  delete from grant_websites where user_id = $1::int returning grant_id_hash
),
grants as (
  delete from authorization_records as record using ended
  where record.model = 'Grant' and record.id_hash = ended.grant_id_hash
),
tokens as (
  delete from authorization_records as record using ended where record.grant_id_hash = ended.grant_id_hash
),
sessions as (
  delete from authorization_records
  where
    (model = 'PersonSession' and (payload ->> 'userId')::int = $1::int)
    or (model = 'Session' and payload ->> 'accountId' = $1::int::text)
),
links as (
  update share_links set revoked_at = now() where user_id = $1::int and revoked_at is null
),
listed as (
  update personal_tokens set revoked_at = now() where user_id = $1::int and revoked_at is null
)
select count(*)::int as grants from ended
