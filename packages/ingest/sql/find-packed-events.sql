-- On Citus: which of these events of one website are packed. $1 the website, $2 event ids, as an array. Only the machine of the
-- website is asked.
select a.event_id::text as event_id
from unnest($2::text::uuid[]) as a (event_id)
where exists (
  select from (
    select p.event_ids
    from packed_event_ids p
    where p.website_id = $1::int and p.slice = get_byte(uuid_send(a.event_id), 15) % 7 and p.first_id <= a.event_id
    order by p.first_id desc limit 1
  ) as packed
  where packed.event_ids[width_bucket(a.event_id, packed.event_ids)] = a.event_id
)
