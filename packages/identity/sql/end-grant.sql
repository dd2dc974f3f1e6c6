-- Ends a grant: without it no token of it counts any more. $1 hash of the grant id (hex).
with
ended as (
  delete from authorization_records where model = 'Grant' and id_hash = decode($1::text, 'hex')
),
unbound as (
  delete from grant_websites where grant_id_hash = decode($1::text, 'hex')
)
update personal_tokens
set revoked_at = now()
where revoked_at is null and grant_id_hash = decode($1::text, 'hex')
