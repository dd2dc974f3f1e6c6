-- Reads a part of a slice of a website: which packed rows are to be replaced by which, and where the next part begins. A row
-- changes if it gets an id of the ledger, or if one of its ids is too old. Rows that change side by side are cut anew, evenly.
-- $1 the website, $2 the slice, $3 the first id of the part, $4 so many ids of the ledger and $5 so many rows at most, $6 so many
-- ids in a row, $7 the days for which ids are kept, $8 the days for which they stay unpacked, $9 so many ids of the ledger to look
-- at, of whatever slice and day: a part of a large ledger costs no more than one of a small ledger.
with
-- A row that begins before the part may reach into it.
start as materialized (
  select coalesce(
    (
      select p.first_id from packed_event_ids p
      where p.website_id = $1::int and p.slice = $2::int and p.first_id <= $3::text::uuid
      order by p.first_id desc limit 1
    ),
    $3::text::uuid
  ) as id
),
taken as materialized (
  select p.first_id, p.event_ids, p.recorded_on
  from packed_event_ids p
  where p.website_id = $1::int and p.slice = $2::int and p.first_id >= (select id from start)
  order by p.first_id limit $5::int + 1
),
unpacked as materialized (
  select l.event_id, l.recorded_on
  from (
    select event_id, recorded_on
    from event_ledger
    where website_id = $1::int and event_id >= $3::text::uuid
    order by event_id limit $9::int
  ) as l
  where {{slice}} = $2::int and l.recorded_on <= (select now()::date - $8::int)
  order by l.event_id limit $4::int + 1
),
bound as materialized (
  select least(
    (
      select event_id from event_ledger
      where website_id = $1::int and event_id >= $3::text::uuid
      order by event_id offset $9::int limit 1
    ),
    (select event_id from unpacked order by event_id offset $4::int limit 1),
    (select first_id from taken order by first_id offset $5::int limit 1)
  ) as id
),
ids as (
  select u.event_id, u.recorded_on, u.event_id = t.first_id as is_first, true as is_packed
  from taken t
  cross join bound b
  cross join unnest(t.event_ids, t.recorded_on) as u (event_id, recorded_on)
  where b.id is null or t.first_id < b.id
  union all
  select n.event_id, n.recorded_on, false, false
  from unpacked n
  cross join bound b
  where b.id is null or n.event_id < b.id
),
-- An id that was packed yesterday is still in the ledger.
distinct_ids as (
  select event_id, max(recorded_on) as recorded_on, bool_or(is_first) as is_first, bool_or(is_packed) as is_packed
  from ids group by event_id
),
placed as materialized (
  select
    i.event_id, i.recorded_on, i.is_first, i.is_packed,
    count(*) filter (where i.is_first) over (order by i.event_id) as place,
    i.recorded_on < (select now()::date - $7::int) as is_old,
    -- The last row may reach beyond the part: it is cut there, because the next part has the ids of the ledger from there on.
    coalesce(i.event_id >= b.id, false) as is_beyond
  from distinct_ids i
  cross join bound b
),
places as materialized (
  select place, bool_or(is_old or not is_packed) as is_changed from placed group by place
),
islands as (
  select place, is_changed, count(*) filter (where not is_changed) over (order by place) as island from places
),
numbered as (
  select
    p.event_id, p.recorded_on, i.island, p.is_beyond,
    row_number() over (partition by i.island, p.is_beyond order by p.event_id) - 1 as number,
    count(*) over (partition by i.island, p.is_beyond) as size
  from placed p
  join islands i using (place)
  where i.is_changed and not p.is_old
)
select
  'new' as kind,
  (array_agg(event_id order by event_id))[1]::text as first_id,
  array_agg(event_id order by event_id)::text as event_ids,
  array_agg(recorded_on order by event_id)::text as recorded_on
from numbered
group by island, is_beyond, number * ((size + $6::int - 1) / $6::int) / size
union all
select 'replaced', p.event_id::text, null, null
from placed p
join places c using (place)
where p.is_first and c.is_changed
union all
select 'next', b.id::text, null, null from bound b where b.id is not null
