-- Websites, without what is distributed. $1 websites.
select
  id,
  account_id,
  name,
  currency,
  created_at,
  (created_at at time zone 'UTC')::date - date '1970-01-01' as created_day
from websites
where id = any ($1::int[])
order by id
