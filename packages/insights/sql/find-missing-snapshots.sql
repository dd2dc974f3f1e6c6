-- The websites that miss a snapshot, by week, newest first. $1 the Monday of the newest week that is due, $2 how many
-- weeks to look back. A website without any snapshot is missing only the newest week.
select d.week::text as week, array_agg(w.id order by w.id) as website_ids
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
order by d.week desc
