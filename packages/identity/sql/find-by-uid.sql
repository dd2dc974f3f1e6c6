-- The same by uid. $1 model, $2 hash of the uid (hex).
select payload
from authorization_records
where model = $1::text and uid_hash = decode($2::text, 'hex') and (expires_at is null or expires_at > now())
