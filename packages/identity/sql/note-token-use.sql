-- At most once a minute. $1 hash of the token (hex).
update personal_tokens
set last_used_at = now()
where
  token_hash = decode($1::text, 'hex')
  and (last_used_at is null or last_used_at < now() - interval '1 minute')
