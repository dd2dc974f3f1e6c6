-- The stored sketches of field answers. $1 website, $2..$7 keys, $8 the row number that is returned for each key.
select k.row, f.visitors_sketch
from unnest(
  $2::text::int[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::text[],
  $6::text::text[],
  $7::text::text[],
  $8::text::int[]
) as k (element_id, grain, bucket, field, field_type, value, row)
join element_fields f
  on f.website_id = $1::int
  and f.element_id = k.element_id
  and f.grain = k.grain
  and f.bucket = k.bucket
  and f.field = k.field
  and f.field_type = k.field_type
  and f.value is not distinct from k.value
