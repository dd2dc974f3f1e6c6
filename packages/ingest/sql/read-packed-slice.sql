-- Reads which slice of a website was packed last, and whether the next one is due. $1 the website.
select slice, packed_at < now() - interval '23 hours' as is_due from packed_slices where website_id = $1::int
