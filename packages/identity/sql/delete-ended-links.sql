-- Deletes links that ended before $1, with their openings, and the grants of those that were revoked before their time.
with
ended as (
  delete from share_links
  where expires_at < $1::text::timestamptz or revoked_at < $1::text::timestamptz
  returning grant_id_hash
),
unbound as (
  delete from grant_websites as bound using ended where bound.grant_id_hash = ended.grant_id_hash
),
grants as (
  delete from authorization_records as record using ended
  where record.model = 'Grant' and record.id_hash = ended.grant_id_hash
)
select count(*)::int as count from ended
