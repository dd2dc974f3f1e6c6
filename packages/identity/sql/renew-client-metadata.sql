-- Renews the kept copy of a client's document, where one is kept. $1 hash of the client id (hex), $2 payload.
update authorization_records
set payload = $2::text::jsonb
where model = 'ClientMetadata' and id_hash = decode($1::text, 'hex')
