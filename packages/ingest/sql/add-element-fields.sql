-- Adds field answers of one website. $1 website, $2..$9 arrays with an entry per row; the sketches are complete.
insert into element_fields as f (
  website_id, element_id, grain, bucket, field, field_type, value, answers, visitors_sketch
)
select $1::int, b.*
from unnest(
  $2::text::int[],
  $3::text::grain[],
  $4::text::date[],
  $5::text::text[],
  $6::text::text[],
  $7::text::text[],
  $8::text::bigint[],
  $9::text::bytea[]
) as b
on conflict on constraint element_fields_key do update set
  answers = f.answers + excluded.answers,
  visitors_sketch = excluded.visitors_sketch
