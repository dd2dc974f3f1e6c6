-- The websites that miss a snapshot, by week, newest first. $1 the Monday of the newest week that is due, as days since
-- 1970; $2 how many weeks to look back. A website without any snapshot is missing only the newest week. Reads the entries
-- of these weeks in the index, whatever was written before, and no more for a website that has them all.
select d.week - date '1970-01-01' as week, array_agg(w.id order by w.id) as website_ids
from websites w
cross join (select date '1970-01-01' + $1::int as newest offset 0) as asked
cross join lateral (
  select coalesce(array_agg(s.week), '{}') as weeks
  from insights_snapshots s
  where s.website_id = w.id and s.week > asked.newest - 7 * $2::int and s.week <= asked.newest
) as written
cross join lateral (
  select asked.newest - 7 * n as week
  from generate_series(0, $2::int - 1) as n
) as d
where cardinality(written.weeks) < $2::int
  and d.week <> all (written.weeks)
  and (
    d.week = asked.newest
    or d.week > (select min(s.week) from insights_snapshots s where s.website_id = w.id)
  )
group by d.week
order by d.week desc
