-- $1 model, $2 hash of the id (hex).
delete from authorization_records where model = $1::text and id_hash = decode($2::text, 'hex')
