-- Deletes at most $1 expired records, and the websites of expired grants. Skips rows that another transaction has locked.
with
expired as (
  delete from authorization_records
  where (model, id_hash) in (
    select model, id_hash from authorization_records
    where expires_at < now()
    limit $1::int
    for update skip locked
  )
  returning model, id_hash
),
unbound as (
  delete from grant_websites where grant_id_hash in (select id_hash from expired where model = 'Grant')
)
select count(*)::int as count from expired
