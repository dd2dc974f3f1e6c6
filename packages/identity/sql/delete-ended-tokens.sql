-- Deletes personal tokens that ended before $1 from the list. The record that authenticates them was deleted at their end.
delete from personal_tokens
where expires_at < $1::text::timestamptz or revoked_at < $1::text::timestamptz
returning true as deleted
