-- The last day for which a website has rollups. $1 website.
select (max(bucket) - date '1970-01-01')::int as day
from rollups
where website_id = $1::int and level = 'website' and grain = 'day'
