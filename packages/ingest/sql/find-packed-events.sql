-- On Citus: which of these events of one website are packed. $1 the website, $2 event ids, as an array. Only the machine of the
-- website is asked.
select a.event_id::text as event_id
from unnest($2::text::uuid[]) as a (event_id)
where {{packed}}
