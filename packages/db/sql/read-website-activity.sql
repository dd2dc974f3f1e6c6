-- What is distributed of the facts about a website: see read-websites.sql. $1 website.
select
  a.first_day - date '1970-01-01' as first_day,
  coalesce(a.version, 0)::text as version,
  a.last_recorded_at,
  (
    select max(r.bucket) - date '1970-01-01' from rollups r
    where r.website_id = $1::int and r.level = 'website' and r.grain = 'day'
  ) as last_day,
  (select max(s.week)::text from insights_snapshots s where s.website_id = $1::int) as insights_week,
  p.*
from (
  select
    count(*)::int as all_events,
    min(day) - date '1970-01-01' as all_first_day,
    max(day) - date '1970-01-01' as all_last_day,
    max(recorded_at) as all_recorded_at
  from pending_events
  where website_id = $1::int
) as p
left join (
  select version, first_day, last_recorded_at from website_activity where website_id = $1::int
) as a on true
