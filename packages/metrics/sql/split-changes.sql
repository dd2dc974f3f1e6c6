-- When variants of a website last got another share of the traffic; those that never did are missing. $1 website, $2 array of variants.
select id, to_char(split_changed_at at time zone 'UTC', 'YYYY-MM-DD') as changed_on
from variants
where website_id = $1::int and id = any ($2::text::int[]) and split_changed_at is not null
