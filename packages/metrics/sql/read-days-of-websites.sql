-- The distinct visitors of all campaigns of some websites on each of some days. $1 websites, $2 and $3 first and last day.
select website_id, bucket - date '1970-01-01' as day, {{counts}} as counts
from rollups
where website_id = any ($1::int[]) and level = 'campaign' and grain = 'day'
  and bucket between $2::text::date and $3::text::date
group by website_id, bucket
