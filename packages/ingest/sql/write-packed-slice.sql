-- Notes that a slice of a website is packed. $1 the website, $2 the slice.
insert into packed_slices (website_id, slice, packed_at) values ($1::int, $2::int, now())
on conflict (website_id) do update set slice = excluded.slice, packed_at = excluded.packed_at
