-- Updates the last use of personal tokens, at most once a minute each. $1 hashes of the tokens.
-- Rows that another process is updating right now are skipped: it writes the same.
update personal_tokens
set last_used_at = now()
where id in (
  select id from personal_tokens
  where
    token_hash = any ($1::text::bytea[])
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
  for no key update skip locked
)
