-- Those of the websites that nobody else looks at now, until the end of the transaction. $1 websites, $2 the time.
with missing as (
  insert into notification_watches (website_id, version, day, watched_at)
  select id, -1, date '1970-01-01', $2::timestamptz from unnest($1::int[]) as w (id)
  on conflict (website_id) do nothing
  returning website_id, version, day, last_recorded_at, watched_at, gaps
),
locked as (
  select website_id, version, day, last_recorded_at, watched_at, gaps from notification_watches
  where website_id = any ($1::int[])
  for update skip locked
)
select website_id, version, day - date '1970-01-01' as day, last_recorded_at, watched_at, gaps
from (select * from missing union all select * from locked) as w
order by website_id
