-- A record that has not expired. $1 model, $2 hash of the id (hex).
select
  payload,
  extract(epoch from consumed_at)::float8 as "consumedAt",
  extract(epoch from now() - consumed_at)::float8 as "consumedSecondsAgo"
from authorization_records
where model = $1::text and id_hash = decode($2::text, 'hex') and (expires_at is null or expires_at > now())
