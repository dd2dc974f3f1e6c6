-- Deletes a token and its grant; the list entry stays, marked as revoked. $1 id, $2 user or null.
with
revoked as (
  update personal_tokens
  set revoked_at = now()
  where id = $1::int and user_id is not distinct from $2::int and revoked_at is null
  returning token_hash, grant_id_hash
),
tokens as (
  delete from authorization_records as record
  using revoked
  where record.model = 'AccessToken' and record.id_hash = revoked.token_hash
),
grants as (
  delete from authorization_records as record
  using revoked
  where record.model = 'Grant' and record.id_hash = revoked.grant_id_hash
),
unbound as (
  delete from grant_websites as bound using revoked where bound.grant_id_hash = revoked.grant_id_hash
)
select true as revoked from revoked
