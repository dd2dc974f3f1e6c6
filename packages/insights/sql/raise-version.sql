-- A new data version: answers that were kept are not fresh any more. $1 website.
insert into website_activity as a (website_id, version)
values ($1::int, 1)
on conflict (website_id) do update set version = a.version + 1
