-- Sets the estimates of sketches. $1 places of the rollups, $2..$6 the estimates, null without a sketch. A row that was
-- written since it was read has another place and is skipped: its writer set the estimates.
update rollups as r
set {{estimates}}
from unnest(
  $1::text::tid[],
  $2::text::int[],
  $3::text::int[],
  $4::text::int[],
  $5::text::int[],
  $6::text::int[]
) as e (place, views, conversions, completions, submissions, subscribes)
where r.ctid = e.place
