-- What is known now. $1 websites, $2 versions, $3 times of the newest event or '', $4 longest gaps as texts, $5 the day, $6 the time.
update notification_watches as n
set
  version = w.version,
  day = $5::text::date,
  last_recorded_at = nullif(w.recorded, '')::timestamptz,
  gaps = w.gaps::int[],
  watched_at = $6::timestamptz
from unnest($1::int[], $2::text::bigint[], $3::text::text[], $4::text::text[]) as w (id, version, recorded, gaps)
where n.website_id = w.id
