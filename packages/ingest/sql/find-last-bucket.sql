-- The last day for which a website has rollups, and whether row-level security forbids to COPY to them. $1 website.
select (max(bucket) - date '1970-01-01')::int as day, row_security_active('rollups') as is_guarded
from rollups
where website_id = $1::int and level = 'website' and grain = 'day'
