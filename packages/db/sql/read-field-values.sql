-- The stored values of fields on days. $1 website, $2..$5 element, day, field and type, $6 the row number that is
-- returned for each key. Each key is looked up in the index, whatever PostgreSQL believes of the table: "offset 0" keeps it from
-- joining all rows with all keys.
select k.row, f.value
from unnest($2::text::int[], $3::text::date[], $4::text::text[], $5::text::text[], $6::text::int[])
  as k (element_id, bucket, field, field_type, row)
cross join lateral (
  select value
  from element_fields
  where website_id = $1::int
    and element_id = k.element_id
    and grain = 'day'
    and bucket = k.bucket
    and field = k.field
    and field_type = k.field_type
    and value is not null
  offset 0
) as f
