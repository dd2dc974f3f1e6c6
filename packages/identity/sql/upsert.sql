-- Writes a record. $1 model, $2 hash of the id, $3 payload, $4 hash of the grant id, $5 hash of the uid (all hex),
-- $6 its life in seconds, null for one without an end.
insert into authorization_records (model, id_hash, payload, grant_id_hash, uid_hash, expires_at)
values (
  $1::text, decode($2::text, 'hex'), $3::text::jsonb, decode($4::text, 'hex'), decode($5::text, 'hex'),
  now() + make_interval(secs => $6::float8)
)
on conflict (model, id_hash) do update set
  payload = excluded.payload,
  grant_id_hash = excluded.grant_id_hash,
  uid_hash = excluded.uid_hash,
  expires_at = excluded.expires_at
