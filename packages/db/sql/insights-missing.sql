-- Weeks that lack a snapshot, newest first. $1 the Monday of the newest week that is due, $2 how many weeks
-- to look back. A website without any snapshot lacks the newest week alone, and only weeks in which it was
-- there count (as in insights-websites-of-week).
select w.id as website_id, d.week::text as week
from websites w
left join website_activity a on a.website_id = w.id
cross join lateral (
  select $1::text::date - 7 * n as week
  from generate_series(0, $2::int - 1) as n
) as d
where least(a.first_day, (w.created_at at time zone 'UTC')::date) <= d.week + 6
  and not exists (select from insights_snapshots s where s.website_id = w.id and s.week = d.week)
  and (
    d.week = $1::text::date
    or exists (select from insights_snapshots s where s.website_id = w.id and s.week < d.week)
  )
order by d.week desc, w.id
