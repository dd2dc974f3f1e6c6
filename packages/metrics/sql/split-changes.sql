-- When variants of a website last got another share of the traffic; those that never did are missing. $1 website, $2 array of variants.
select id, (split_changed_at at time zone 'UTC')::date - date '1970-01-01' as changed_on
from variants
where website_id = $1::int and id = any ($2::text::int[]) and split_changed_at is not null
