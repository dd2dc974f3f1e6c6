-- $1 hash of the client id (hex).
update authorization_records
set last_used_at = now()
where model = 'Client' and id_hash = decode($1::text, 'hex')
