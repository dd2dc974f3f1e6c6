-- The stored sketches of field answers. $1 website, $2..$7 keys, $8 the row number that is returned for each key.
-- Each key is looked up in the index, whatever PostgreSQL believes of the table, which may have been empty a moment ago: "offset 0" keeps
-- it from joining all rows with all keys.
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
cross join lateral (
  select visitors_sketch
  from element_fields
  where website_id = $1::int
    and element_id = k.element_id
    and grain = k.grain
    and bucket = k.bucket
    and field = k.field
    and field_type = k.field_type
    and value is not distinct from k.value
  offset 0
) as f
