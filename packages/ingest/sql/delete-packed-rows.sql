-- Deletes rows of packed ids. $1 the website, $2 the slice, $3 the first ids of the rows, as an array.
delete from packed_event_ids
where website_id = $1::int and slice = $2::int and first_id = any ($3::text::uuid[])
