-- The campaigns of a website that are not archived, newest first. $1 website.
select
  id,
  name,
  page_path,
  cta_type,
  test_type,
  round(date_part('epoch', created_at) * 1000) as created_at,
  round(date_part('epoch', updated_at) * 1000) as updated_at
from campaigns
where website_id = $1::int and status <> 'archived'
order by campaigns.created_at desc, id desc
