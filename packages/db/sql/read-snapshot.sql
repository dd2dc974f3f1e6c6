-- The newest insights snapshot of a website. $1 website.
select week::text, viewers, revenue::text as revenue, recommendations
from insights_snapshots
where website_id = $1::int
order by week desc
limit 1
