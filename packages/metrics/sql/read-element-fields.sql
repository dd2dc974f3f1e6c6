-- The answers to an element's fields in a cover. $1 website, $2 element, $3 and $4 grains and buckets of the cover,
-- $5 true to count visitors (distinct), false to count answers (total).
select
  f.field,
  f.field_type,
  f.value,
  sum(f.answers)::bigint as answers,
  string_agg(f.visitors_sketch, ''::bytea) filter (where $5::boolean) as visitors_sketch
from unnest($3::text::grain[], $4::text::date[]) as c (grain, bucket)
cross join lateral (
  select *
  from element_fields
  where website_id = $1::int and element_id = $2::int and grain = c.grain and bucket = c.bucket
  offset 0
) as f
group by f.field, f.field_type, f.value
