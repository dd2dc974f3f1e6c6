-- Websites with the facts that every operation needs. $1 ids, $2 for each the first transaction whose pending events are
-- counted: earlier ones may be known. `all_` counts these events, `old_` those of transactions that no snapshot from now on
-- can miss. Between two folds pending events are only added, so together with the version their number tells whether
-- anything has changed.
-- If the transaction has not stated its websites yet, this statement states those that it asks for. Everything else depends on
-- a row of "asked", so no table is read before.
select
  w.id,
  w.account_id,
  w.name,
  w.currency,
  w.created_at,
  (w.created_at at time zone 'UTC')::date - date '1970-01-01' as created_day,
  a.first_day - date '1970-01-01' as first_day,
  coalesce(a.version, 0)::text as version,
  a.last_recorded_at,
  (
    select max(r.bucket) - date '1970-01-01' from rollups r
    where r.website_id = w.id and r.level = 'website' and r.grain = 'day'
  ) as last_day,
  (select max(s.week)::text from insights_snapshots s where s.website_id = w.id) as insights_week,
  h.horizon,
  p.*
from unnest(
  (case when stated_websites() is null then set_config('funnel.websites', $1::text, true) else $1::text end)::int[],
  $2::text::bigint[]
) as asked (id, revision)
cross join lateral (
  select id, account_id, name, currency, created_at from websites where id = asked.id offset 0
) as w
left join lateral (
  select version, first_day, last_recorded_at from website_activity where website_id = w.id offset 0
) as a on true
cross join (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon) as h
cross join lateral (
  select
    count(*)::int as all_events,
    min(day) - date '1970-01-01' as all_first_day,
    max(day) - date '1970-01-01' as all_last_day,
    max(recorded_at) as all_recorded_at,
    (count(*) filter (where e.revision < h.horizon))::int as old_events,
    min(day) filter (where e.revision < h.horizon) - date '1970-01-01' as old_first_day,
    max(day) filter (where e.revision < h.horizon) - date '1970-01-01' as old_last_day,
    max(recorded_at) filter (where e.revision < h.horizon) as old_recorded_at
  from pending_events e
  where e.website_id = w.id and e.revision >= asked.revision
) as p
order by w.id
