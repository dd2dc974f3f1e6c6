-- Finds where the next part of a slice begins: after $4 packed rows. $1 the website, $2 the slice, $3 the first id of this part.
select p.first_id::text as first_id
from packed_event_ids p
where p.website_id = $1::int and p.slice = $2::int and p.first_id >= $3::text::uuid
order by p.first_id offset $4::int limit 1
