-- The buckets between two days that have rows, each as the letter of its grain and the number of its first day; and whether row-level
-- security forbids to COPY. $1 website, $2 and $3 first and last day. A bucket without a row of the website has no other rows either.
select
  row_security_active('rollups') as is_guarded,
  coalesce(string_agg(concat(grain, bucket - date '1970-01-01'), ' '), '') as buckets
from rollups
where website_id = $1::int and level = 'website' and bucket between $2::text::date and $3::text::date
