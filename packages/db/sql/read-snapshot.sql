-- The insights snapshot of a week of a website, or its newest one. $1 website, $2 the Monday of the week, or null.
select week::text, viewers, revenue::text as revenue, recommendations
from insights_snapshots
where website_id = $1::int and ($2::text is null or week = $2::text::date)
order by week desc
limit 1
