-- The stored values of fields on days. $1 website, $2..$5 element, day, field and type, $6 the row number that is
-- returned for each key.
select k.row, f.value
from unnest($2::text::int[], $3::text::date[], $4::text::text[], $5::text::text[], $6::text::int[])
  as k (element_id, bucket, field, field_type, row)
join element_fields f
  on f.website_id = $1::int
  and f.element_id = k.element_id
  and f.grain = 'day'
  and f.bucket = k.bucket
  and f.field = k.field
  and f.field_type = k.field_type
  and f.value is not null
