-- Rollups on some pages of the table whose sketches have no estimate. $1 first page, $2 first page after them.
select
  ctid::text as place,
  views_sketch,
  conversions_sketch,
  completions_sketch,
  submissions_sketch,
  subscribes_sketch
from rollups
where ctid >= format('(%s,0)', $1::int)::tid
  and ctid < format('(%s,0)', $2::int)::tid
  and (
    (views_sketch is not null and views_visitors is null)
    or (conversions_sketch is not null and conversions_visitors is null)
    or (completions_sketch is not null and completions_visitors is null)
    or (submissions_sketch is not null and submissions_visitors is null)
    or (subscribes_sketch is not null and subscribes_visitors is null)
  )
