-- On Citus: the first week of each website that has a snapshot, and its weeks since $1.
select website_id, min(week)::text as first_week, coalesce(
  json_agg(week::text) filter (where week >= $1::text::date), '[]'
) as weeks
from insights_snapshots
group by website_id
