-- Rollups on some pages of the table whose sketches have no estimate. $1 first page, $2 first page after them.
select ctid::text as place, {{sketches}}
from rollups
where ctid >= format('(%s,0)', $1::int)::tid
  and ctid < format('(%s,0)', $2::int)::tid
  and ({{unestimated}})
