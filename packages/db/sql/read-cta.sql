-- The campaigns of a website that are not archived, newest first, each with its variants. $1 website.
select
  c.id,
  c.website_id,
  c.name,
  c.page_path,
  c.cta_type,
  c.test_type,
  (extract(epoch from c.created_at) * 1000)::float8 as created_at,
  (extract(epoch from c.updated_at) * 1000)::float8 as updated_at,
  coalesce((
    select json_agg(json_build_object(
      'id', v.id,
      'website_id', v.website_id,
      'name', v.name,
      'variation', v.variation,
      'percentage', v.traffic_percentage,
      'created_at', (extract(epoch from v.created_at) * 1000)::float8,
      'updated_at', (extract(epoch from v.updated_at) * 1000)::float8
    ) order by v.variation, v.id)
    from variants v where v.website_id = c.website_id and v.campaign_id = c.id
  ), '[]') as variants
from campaigns c
where c.website_id = $1::int and c.status <> 'archived'
order by c.created_at desc, c.id desc
