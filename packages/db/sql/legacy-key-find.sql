-- The website of a legacy key. $1: SHA-256 of the key, in hex.
select id, api_key_hash, api_key_ended_at is not null as ended
from websites
where api_key_hash = decode($1, 'hex')
