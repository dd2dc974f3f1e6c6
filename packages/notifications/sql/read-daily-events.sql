-- How many events some websites had on each day, of all kinds. $1 websites, $2 and $3 first and last day.
select
  website_id, bucket - date '1970-01-01' as day,
  (views + conversions + completions + submissions + subscribes + orders)::float8 as events
from rollups
where website_id = any ($1::int[]) and level = 'website' and grain = 'day'
  and bucket between $2::text::date and $3::text::date and subject_id = website_id
