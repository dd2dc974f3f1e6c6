-- The names of accounts. $1 account ids.
select id, name from accounts where id = any ($1::text::int[])
