-- $1 hash of the grant id (hex), $2 user, $3 websites.
insert into grant_websites (grant_id_hash, user_id, website_ids)
values (decode($1::text, 'hex'), $2::int, $3::text::int[])
on conflict (grant_id_hash) do update set user_id = excluded.user_id, website_ids = excluded.website_ids
