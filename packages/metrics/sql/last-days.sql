-- The last day on which each subject was viewed. $1 website, $2 level, $3 subjects, $4 and $5 first and last day with any data.
-- As first-days.sql: the year, the month in it, the day in that, each time the last one.
select s.subject_id, (day.bucket - date '1970-01-01')::int as last_day
from unnest($3::text::int[]) as s (subject_id)
cross join lateral (
  select y.start::date as bucket
  from generate_series(date_trunc('year', $4::text::date::timestamp), $5::text::date::timestamp, interval '1 year') as y (start)
  where exists (
    select from rollups
    where website_id = $1::int and level = $2::text::level and grain = 'year' and bucket = y.start::date
      and subject_id = s.subject_id and views > 0
    offset 0
  )
  order by y.start desc
  limit 1
) as year
cross join lateral (
  select m.start::date as bucket
  from generate_series(year.bucket::timestamp, year.bucket + interval '11 months', interval '1 month') as m (start)
  where exists (
    select from rollups
    where website_id = $1::int and level = $2::text::level and grain = 'month' and bucket = m.start::date
      and subject_id = s.subject_id and views > 0
    offset 0
  )
  order by m.start desc
  limit 1
) as month
cross join lateral (
  select d.start::date as bucket
  from generate_series(month.bucket::timestamp, month.bucket + interval '1 month' - interval '1 day', interval '1 day') as d (start)
  where exists (
    select from rollups
    where website_id = $1::int and level = $2::text::level and grain = 'day' and bucket = d.start::date
      and subject_id = s.subject_id and views > 0
    offset 0
  )
  order by d.start desc
  limit 1
) as day
