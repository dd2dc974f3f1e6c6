-- Marks a record as used and returns it, unless it was used before. $1 model, $2 hash of the id (hex).
update authorization_records
set consumed_at = now()
where model = $1::text and id_hash = decode($2::text, 'hex') and consumed_at is null
returning model
