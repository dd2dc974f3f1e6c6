-- The websites with a legacy key. $1 SHA-256 of the key. The function sees all websites: the website is not known yet.
select id, api_key_hash, api_key_ended_at from find_api_key($1::bytea)
