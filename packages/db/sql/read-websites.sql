-- Websites with the facts that every operation needs. $1 ids. `pending_events` is the number of events that are not in
-- the rollups yet. Between two folds it only grows, so together with the version it tells whether anything has changed.
select
  w.id,
  w.account_id,
  w.name,
  c.name as account_name,
  w.currency,
  w.created_at,
  coalesce(least(a.first_day, p.first_day), (w.created_at at time zone 'UTC')::date)::text as first_day,
  coalesce(a.version, 0)::text as version,
  greatest(a.last_recorded_at, p.last_recorded_at) as last_recorded_at,
  greatest(
    (
      select max(r.bucket) from rollups r
      where r.website_id = w.id and r.level = 'website' and r.grain = 'day'
    ),
    p.last_day
  )::text as last_day,
  (select max(s.week)::text from insights_snapshots s where s.website_id = w.id) as insights_week,
  p.events as pending_events,
  current_database()::text as database,
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon
from websites w
join accounts c on c.id = w.account_id
left join website_activity a on a.website_id = w.id
cross join lateral (
  select
    count(*)::int as events,
    min(day) as first_day,
    max(day) as last_day,
    max(recorded_at) as last_recorded_at
  from pending_events
  where website_id = w.id
) as p
where w.id = any ($1::text::int[])
order by w.id
