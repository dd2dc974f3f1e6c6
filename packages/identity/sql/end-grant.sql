-- Deletes a grant, which invalidates all of its tokens. $1 hash of the grant id.
with
ended as (
  delete from authorization_records where model = 'Grant' and id_hash = $1::bytea
),
unbound as (
  delete from grant_websites where grant_id_hash = $1::bytea
)
update personal_tokens
set revoked_at = now()
where revoked_at is null and grant_id_hash = $1::bytea
