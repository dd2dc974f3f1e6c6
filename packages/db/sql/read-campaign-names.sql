-- The names of some campaigns of a website. $1 website, $2 array of campaigns.
select id, name from campaigns where website_id = $1::int and id = any ($2::text::int[])
