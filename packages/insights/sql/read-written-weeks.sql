-- On Citus: the first week of each website that has a snapshot, and its weeks since $1. $2 the websites of one machine.
select website_id, min(week)::text as first_week, coalesce(
  json_agg(week::text) filter (where week >= $1::text::date), '[]'
) as weeks
from insights_snapshots
where website_id = any ($2::int[])
group by website_id
