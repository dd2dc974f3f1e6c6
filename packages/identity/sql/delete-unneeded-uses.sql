-- Deletes the uses of grants that have ended and are on no list.
delete from grant_uses as used
where
  not exists (select from authorization_records where model = 'Grant' and id_hash = used.grant_id_hash)
  and not exists (select from personal_tokens as token where token.grant_id_hash = used.grant_id_hash)
returning true as deleted
