-- How many websites miss the snapshot of a week, by week. $1 the Monday of the newest week that is due, $2 how many weeks to
-- look back. The same rule as in find-missing-snapshots.sql.
select d.week::text as week, count(*)::int as websites
from websites w
cross join lateral (
  select $1::text::date - 7 * n as week
  from generate_series(0, $2::int - 1) as n
) as d
where not exists (select from insights_snapshots s where s.website_id = w.id and s.week = d.week)
  and (
    d.week = $1::text::date
    or exists (select from insights_snapshots s where s.website_id = w.id and s.week < d.week)
  )
group by d.week
